"""Recovery codes: short enough to write down, forgiving to type."""

from __future__ import annotations

import secrets

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's base 32: no characters that look alike
LENGTH, GROUP = 12, 4  # 60 bits
_CONFUSED = str.maketrans("OIL", "011")


def make_code() -> str:
    """Create a code such as 7K3Q-9XVB-2M0D."""
    letters = "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
    return "-".join(letters[i : i + GROUP] for i in range(0, LENGTH, GROUP))


def read_code(text: str) -> str | None:
    """Normalize a typed code. Return None if it cannot be one."""
    letters = "".join(c for c in text.upper() if not c.isspace() and c not in "-–—_.").translate(_CONFUSED)  # noqa: RUF001  # phones make long dashes
    return letters if len(letters) == LENGTH and set(letters) <= set(ALPHABET) else None
