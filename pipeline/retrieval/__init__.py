"""Documents, embeddings and ranking for searching figures by meaning.

Not built yet: figures are found by the population language of `pipeline.store.queries`.
"""
