"""Reports: a campaign's verdicts counted, estimated, and written as text, JSON, Markdown and HTML from one object."""
