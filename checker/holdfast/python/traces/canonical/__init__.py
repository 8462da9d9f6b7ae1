"""Ways of writing that mean the same, with one trace.

A text may be made by `%`, `format` or an f-string, a condition may be written with its outcomes exchanged, a
list may be filled by a loop or by a comprehension. A trace in canonical form has one form for each. It is
asked for only where two functions part in the form in which they are written: what is the same as it
stands needs no form.

Each room holds one idiom; `language` puts them together. What cannot be brought into a form within reason
stays what it is.
"""
