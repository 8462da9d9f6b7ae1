"""What was taken out or moved away, and who may still reach it without naming it."""
