"""Names in texts: what turns texts into names or names into texts, and texts that were left behind."""
