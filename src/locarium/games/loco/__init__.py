"""LOCO!: hidden hands, markers, a shout."""
