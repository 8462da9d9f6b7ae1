"""The jedi process: everything here runs in a process of its own, and only here jedi is imported.

It reads `holdfast.resolve.messages` on standard input and answers on standard output. It executes no
code of the analysed project, writes nothing but its cache of syntax trees, and ends with its parent.
"""
