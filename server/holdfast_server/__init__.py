"""The Holdfast language server: alone, or wrapped around another server."""
