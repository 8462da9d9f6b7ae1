"""The case file: one readable format for fixtures, fuzz finds and bug reports.

    Prose: what the case is about.

    -- request --
    rename @decl -> limit
    proposal: marked

    -- before/app.py --
    ceiling = 10
    ^^^^^^^ @decl edit

    def scale(limit):
              ^^^^^ @param
        return limit * ceiling
                       ^^^^^^^ @use edit !captured(@decl => @param)

    -- expect --
    unsafe

Sections are `request`, `before/PATH`, `after/PATH`, `expect`, `run` and `rendered` (or `rendered/NAME`).
One empty line before a section's header separates and belongs to no section. A line of carets stands
under the line that it marks and is dropped; a caret stands for one character. Behind the carets: a label
`@name` (`@name<` and `@name>` mark the first and the last piece of a longer interval), `edit` (rewritten
by a `marked` proposal: with the new name, or with the text in `edit(text)` or `edit("text")`), and
`!slug(@label => …)`, a finding that is expected at this place and the places that it must mention.

`request` is `KIND [@label] [-> name]` and then `key: value` lines; `proposal` is `marked`, `after` or the
name of an engine. `expect` begins with `safe`, `unsafe`, `unknown` or `refused HFnnn`; `note: …` may
follow. `after/PATH` stands only for files that differ; `after/PATH (deleted)` for one that is gone.

Any text can be told. A line that would be read as something else is written behind `\\|`. The header of
a file may say `(crlf)`, `(no final newline)` or `(escaped)`: there each line is the inside of a JSON
string and nothing is added between lines.

Knows no language and no checker: labels are intervals, slugs are words.
"""
