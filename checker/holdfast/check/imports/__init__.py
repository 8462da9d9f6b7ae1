"""Do modules still load, and do imports still find what they found?"""
