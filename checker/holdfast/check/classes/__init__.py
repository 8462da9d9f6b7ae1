"""Does every class still have the members that it had?"""
