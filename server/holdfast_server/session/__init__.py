"""What is known of the editor: its abilities, its folders and the text that it has open."""
