"""The HTTP API: its endpoints by subject, how they are declared, their schemas and their errors."""
