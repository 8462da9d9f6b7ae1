"""Do the names within a file still mean what they meant?"""
