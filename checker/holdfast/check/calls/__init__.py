"""Do calls still give each parameter what it got?"""
