"""Python text, and answers about members, to interval models. Touches no disk, clock or process."""
