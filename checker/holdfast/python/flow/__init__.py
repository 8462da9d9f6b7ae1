"""Control flow and data flow of one file: which event may follow which, which binding reaches which read.

Knows one file's tree and name table and nothing else: no disk, no other file, no types.

Ask `file_flow.FileFlow` for graphs, reaching bindings and places; `edges.flow_edges` for D and C;
`selection.selection_facts` and `context.conditions` / `context.evaluated_between` for what moving code
must keep. `graph` says what a graph is. The rest builds it: `builder` grows it, driven by the events of
`expressions` (with `branches`, `comprehensions`, `targets`), `patterns`, `definitions`, `protection` and
`statements`; `dominators` and `reaching` follow variables through it; `order` forgets its blocks;
`origins` and `places` lead back to the text.
"""
