"""Program generators: what makes the programs on which checkers and engines are tried.

From the bottom up: `path`, `delayed`, `choice`, `pool`, `explore` are choice programs (UDITA); `space` and
`holes` are counted spaces and text with holes (ASTGen); `program`, `generator` and `merge` make programs
of them; `syntax` has a building block for each syntax element and `library` the generators themselves.
Nothing here knows the checker, an engine or a refactoring, touches a disk or starts a process.
"""
