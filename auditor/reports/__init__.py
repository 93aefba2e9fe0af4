"""Reports: a campaign's verdicts counted, estimated, and written as text, JSON and Markdown from one object."""
