"""One screen a file, named as on the rail of the window.

Not built yet; the blind pages stand here already so that their import contract holds from their first line.
"""
