"""Does changed code still do the same? Traces of both worlds, compared and put into words."""
