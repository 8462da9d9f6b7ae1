"""Where worlds come from and go to: folders, git, shadow and temporary trees, and safe writing.

The only rows below the engines that touch a disk or start git. Knows no Python beyond how a source
file declares its encoding.
"""
