"""What an object is that no annotation tells: by its callers, by what containers get, by how it is used."""
