"""`check-refactoring`: the headless command. One small module per subcommand."""
