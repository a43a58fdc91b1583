"""Accounts: people and teams, their roles, aliases and credentials."""
