"""Audits: drawing a campaign, handing it out, taking verdicts, settling them; lead's and auditor's side are apart."""
