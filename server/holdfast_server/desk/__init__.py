"""What becomes of an edit after its check: delivered, confirmed, warned about or refused. The same alone and wrapped."""
