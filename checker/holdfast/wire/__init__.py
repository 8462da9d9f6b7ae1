"""Messages of the Language Server Protocol as raw values: frames, URIs, workspace edits.

Knows bytes, dictionaries and edit sets; knows neither processes nor sockets, and no protocol library.
"""
