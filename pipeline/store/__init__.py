"""The database: tables a stage writes, tables people write, sessions and migrations."""
