"""Guests and accounts: sign-in, passkeys, API tokens, blocks, reports."""
