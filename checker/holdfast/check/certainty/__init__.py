"""What is certain of expressions: what they are, and that they cannot fail."""
