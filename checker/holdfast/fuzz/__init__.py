"""Campaigns: generated programs, engines that edit them, and runs that judge the checker's verdict."""
