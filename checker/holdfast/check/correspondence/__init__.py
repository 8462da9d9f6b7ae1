"""Which text, token or definition of one world became which of the other."""
