"""The check in a process of its own, so that nothing it does can delay, block or break the editor's messages."""
