"""Do attributes still name what they named, and do fields still hold what they held?"""
