"""Every name token of one file and what it binds to, exactly, by Python's rules."""
