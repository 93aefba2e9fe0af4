"""Releases: audited labels beside machine labels, written once, hashed and provable afterwards."""
