"""People judge what the pipeline found: audits, statistics, reports, releases and the `figaudit` command."""
