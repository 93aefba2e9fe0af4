"""Images of a release: the bytes of a PNG as they are, everything else converted to PNG the same way every time."""

from __future__ import annotations

import hashlib
import io
import warnings
from dataclasses import dataclass

from auditor.release.shelf import Shelf
from pipeline.errors import ExpectedError
from pipeline.files import Blobs

PNG_MODES = {"1", "L", "LA", "I", "I;16", "P", "RGB", "RGBA"}


@dataclass(frozen=True)
class ShippedImage:
    """An image in a release: its path there, the hash of its bytes there and of the bytes it was made from."""

    path: str
    sha256: str
    source_sha256: str


def ship_image(shelf: Shelf, blobs: Blobs, figure_id: str, *, sha256: str, extension: str) -> ShippedImage:
    """The image of one figure, written to `images/<figure id>.png`; it shares no bytes on disk with the project.

    Raises ExpectedError when the stored image is gone, changed or cannot be converted.
    """
    data = blobs.read(sha256, extension)
    if hashlib.sha256(data).hexdigest() != sha256:
        raise ExpectedError(
            f"{blobs.path(sha256, extension)} has changed since it was stored (its hash is another); "
            "restore the project's blobs folder from a copy"
        )
    if extension.lower() != "png":
        data = as_png(data, name=str(blobs.path(sha256, extension)))
    path = f"images/{figure_id}.png"
    return ShippedImage(path, shelf.write(path, data, durable=False), sha256)


def as_png(data: bytes, *, name: str) -> bytes:
    """The same pixels as PNG (first frame, embedded colour profile kept); raises ExpectedError naming the file."""
    from PIL import Image

    try:
        with warnings.catch_warnings():
            # The size limit was applied when the image was added; a warning here would only repeat it.
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(data)) as image:
                image.load()
                plain = image if image.mode in PNG_MODES else image.convert("RGB")
                buffer = io.BytesIO()
                plain.save(buffer, format="PNG", compress_level=6)
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
        raise ExpectedError(
            f"{name} cannot be converted to PNG: {error}; withdraw the figure or repair the image"
        ) from error
    return buffer.getvalue()
