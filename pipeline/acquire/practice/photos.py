"""Photo-like rasters from noise: landscapes, micrographs, cells, gels, faces of rock, objects on a bench."""

from __future__ import annotations

import io
from collections.abc import Callable

import numpy as np

from pipeline.acquire.practice.canvas import BLACK, WHITE, Canvas, Ink, Rng, Type, chance, pick, uniform
from pipeline.acquire.practice.heat import png_of
from pipeline.acquire.practice.style import Style
from pipeline.geometry import Box

Grey = np.ndarray[tuple[int, int], np.dtype[np.float64]]
Pixels = np.ndarray[tuple[int, ...], np.dtype[np.uint8]]


def noise(rng: Rng, rows: int, columns: int, *, octaves: int = 5) -> Grey:
    """Cloudy noise between 0 and 1: coarse grids blown up smoothly and added."""
    from PIL import Image

    total = np.zeros((rows, columns))
    for octave in range(octaves):
        grid = rng.random((2 + 2**octave, 2 + 2**octave)).astype(np.float32)
        layer = Image.fromarray(grid).resize((columns, rows), Image.Resampling.BICUBIC)
        total += np.asarray(layer) / 1.7**octave
    return scaled(total)


def scaled(field: Grey) -> Grey:
    """The field stretched to 0 to 1."""
    out: Grey = (field - field.min()) / (np.ptp(field) + 1e-12)
    return out


def tinted(grey: Grey, dark: tuple[float, ...], light: tuple[float, ...]) -> Pixels:
    """Grey values as pixels between two colours."""
    share = grey[..., None]
    blend = np.array(dark) * (1 - share) + np.array(light) * share
    return np.asarray(np.clip(blend * 255, 0, 255).astype(np.uint8))


def _discs(rng: Rng, rows: int, columns: int, count: int) -> tuple[Grey, Grey]:
    """Distances to the nearest and second nearest of some points, for cells and grains."""
    y, x = np.mgrid[0:rows, 0:columns].astype(np.float32)
    first, second = np.full((rows, columns), np.inf), np.full((rows, columns), np.inf)
    for at_y, at_x in rng.random((count, 2)) * (rows, columns):
        squared = (y - at_y) ** 2 + (x - at_x) ** 2
        second = np.minimum(second, np.maximum(first, squared))
        first = np.minimum(first, squared)
    return np.sqrt(first), np.sqrt(second)


def landscape(rng: Rng, rows: int, columns: int) -> Pixels:
    """Sky with clouds, ridges and a textured foreground."""
    light = tuple(float(v) for v in rng.uniform(0.75, 1.0, 3))
    sky = tinted(noise(rng, rows, columns), (0.35, 0.55, 0.85), light)
    y = np.arange(rows)[:, None]
    for layer in range(3):
        walk = np.cumsum(rng.normal(size=columns)) * 0.6
        ridge = rows * (0.4 + 0.18 * layer) + walk - walk.mean()
        deep = uniform(rng, 0.1, 0.3)
        grain = tinted(noise(rng, rows, columns, octaves=7), (0.05, deep, 0.08), (0.45, 0.5 - deep, 0.3))
        sky = np.where((y > ridge[None, :])[..., None], grain, sky)
    return np.asarray(sky.astype(np.uint8))


def micrograph(rng: Rng, rows: int, columns: int) -> Pixels:
    """Grains with bright borders and speckle, as in an electron microscope."""
    first, second = _discs(rng, rows, columns, int(rng.integers(20, 90)))
    edge = np.exp(-(second - first) / uniform(rng, 1.0, 4.0))
    grey = 0.45 * noise(rng, rows, columns) + 0.4 * edge + 0.2 * rng.random((rows, columns))
    return tinted(scaled(grey), (0.02, 0.02, 0.02), (0.97, 0.97, 0.97))


def glowing_cells(rng: Rng, rows: int, columns: int) -> Pixels:
    """Bright blobs on black in one or two stains."""
    y, x = np.mgrid[0:rows, 0:columns]
    out = np.zeros((rows, columns, 3))
    for _ in range(int(rng.integers(8, 40))):
        cy, cx = rng.random() * rows, rng.random() * columns
        width = uniform(rng, 0.02, 0.08) * columns
        blob = np.exp(-(((y - cy) / width) ** 2 + ((x - cx) / (width * uniform(rng, 0.6, 1.6))) ** 2))
        out += blob[..., None] * np.array(pick(rng, ((0.1, 0.9, 0.2), (0.9, 0.15, 0.15), (0.2, 0.35, 1.0))))
    out += 0.06 * rng.random((rows, columns, 1))
    return np.asarray(np.clip(out * 255, 0, 255).astype(np.uint8))


def stained_tissue(rng: Rng, rows: int, columns: int) -> Pixels:
    """Pink tissue with dark nuclei."""
    first, _ = _discs(rng, rows, columns, int(rng.integers(60, 160)))
    nuclei = first < uniform(rng, 2.0, 4.0)
    base = tinted(noise(rng, rows, columns, octaves=6), (0.75, 0.4, 0.6), (0.98, 0.85, 0.92))
    return np.asarray(np.where(nuclei[..., None], (90, 40, 120), base).astype(np.uint8))


def gel(rng: Rng, rows: int, columns: int) -> Pixels:
    """Lanes with dark or bright bands."""
    y, x = np.mgrid[0:rows, 0:columns]
    lanes = int(rng.integers(4, 10))
    grey = 0.15 * noise(rng, rows, columns)
    for lane in range(lanes):
        middle = (lane + 0.5) * columns / lanes
        for _ in range(int(rng.integers(2, 6))):
            at, tall = rng.random() * rows, uniform(rng, 1.5, 4.0)
            side = np.clip(1 - np.abs((x - middle) / (0.36 * columns / lanes)) ** 6, 0, 1)
            grey = grey + uniform(rng, 0.3, 1.0) * np.exp(-(((y - at) / tall) ** 2)) * side
    shown = scaled(grey) if chance(rng, 0.5) else 1 - scaled(grey)
    return tinted(shown, (0.05, 0.05, 0.05), (0.9, 0.9, 0.9))


def still_life(rng: Rng, rows: int, columns: int) -> Pixels:
    """Lit balls and blocks on a table."""
    y, x = np.mgrid[0:rows, 0:columns]
    table = tuple(float(v) for v in rng.uniform(0.35, 0.7, 3))
    out = tinted(noise(rng, rows, columns, octaves=7), (0.25, 0.2, 0.15), table).astype(np.float64)
    wall = tinted(noise(rng, rows, columns, octaves=3), (0.5, 0.5, 0.5), (0.85, 0.83, 0.8))
    out = np.where((y < 0.45 * rows)[..., None], wall, out)
    for _ in range(int(rng.integers(2, 7))):
        r = uniform(rng, 0.07, 0.2) * rows
        cy, cx = uniform(rng, 0.4, 0.85) * rows, uniform(rng, 0.1, 0.9) * columns
        light = np.clip(1 - np.hypot(x - cx + 0.35 * r, y - cy + 0.35 * r) / (1.5 * r), 0.12, 1)
        body = np.hypot(x - cx, y - cy) < r
        if chance(rng, 0.4):
            body = (np.abs(x - cx) < r) & (np.abs(y - cy) < 0.8 * r)
        colour = rng.uniform(60, 255, 3)
        out = np.where(body[..., None], light[..., None] * colour, out)
    out = out * (1 - 0.12 * rng.random((rows, columns, 1)))
    return np.asarray(np.clip(out, 0, 255).astype(np.uint8))


PHOTOS: tuple[Callable[[Rng, int, int], Pixels], ...] = (
    landscape,
    micrograph,
    glowing_cells,
    stained_tissue,
    gel,
    still_life,
)


def softened(pixels: Pixels, rng: Rng) -> Pixels:
    """The pixels after the loss of a JPEG file, sometimes a little blurred."""
    from PIL import Image, ImageFilter

    image = Image.fromarray(pixels)
    if chance(rng, 0.4):
        image = image.filter(ImageFilter.GaussianBlur(uniform(rng, 0.4, 1.2)))
    store = io.BytesIO()
    image.save(store, "JPEG", quality=int(rng.integers(45, 92)))
    with Image.open(store) as again:
        return np.asarray(again.convert("RGB"))


def draw_photo(canvas: Canvas, rng: Rng, box: Box, style: Style) -> None:
    """One photo-like raster filling the box, a scale bar, letters or an arrow on it at times."""
    rows = int(uniform(rng, 90, 170))
    columns = max(24, round(rows * box.width / box.height))
    make = pick(rng, PHOTOS)
    canvas.picture(png_of(softened(make(rng, rows, min(columns, 360)), rng)), box)
    if chance(rng, 0.45):
        _scale_bar(canvas, rng, box, style)
    if chance(rng, 0.2):
        tip = (box.x0 + 0.5 * box.width, box.y0 + 0.45 * box.height)
        start = (tip[0] - uniform(rng, 12, 30), tip[1] - uniform(rng, 8, 20))
        canvas.arrow((start, tip), Ink(WHITE, None, 1.5), size=6)
    if chance(rng, 0.2):
        canvas.rect(box, Ink(BLACK, None, 0.8))


def _scale_bar(canvas: Canvas, rng: Rng, box: Box, style: Style) -> None:
    wide = uniform(rng, 0.15, 0.3) * box.width
    right, y = box.x1 - 6, box.y1 - 6
    colour = pick(rng, (WHITE, WHITE, BLACK, (1.0, 1.0, 0.2)))
    canvas.rect(Box(right - wide, y - 2, right, y), Ink(None, colour))
    label = f"{pick(rng, (1, 2, 5, 10, 20, 50, 100, 200))} {pick(rng, ('µm', 'nm', 'mm', 'cm', 'm'))}"
    face = Type(style.font, style.size, colour)
    canvas.words(label, (right - wide / 2, y - 4), face, align=0.5)


def draw_photo_grid(canvas: Canvas, rng: Rng, box: Box, style: Style) -> None:
    """Several photos of one kind side by side, with row or column names at times."""
    columns = max(2, min(int(rng.integers(2, 6)), int(box.width / 40)))
    rows = max(1, min(int(rng.integers(1, 4)), int(box.height / 40)))
    named, gap = chance(rng, 0.5), uniform(rng, 1, 6)
    top = box.y0 + (1.5 * style.size if named else 0)
    wide, tall = (box.width - gap * (columns - 1)) / columns, (box.y1 - top - gap * (rows - 1)) / rows
    make, pixels = pick(rng, PHOTOS), 72
    for column in range(columns):
        left = box.x0 + column * (wide + gap)
        if named:
            name = pick(rng, ("Input", "Ours", "Truth", "Control", "Day 3", "Before", "After"))
            canvas.words(name, (left + wide / 2, box.y0 + style.size), style.text(), align=0.5)
        for row in range(rows):
            cell = Box(left, top + row * (tall + gap), left + wide, top + row * (tall + gap) + tall)
            count = max(20, min(240, round(pixels * wide / tall)))
            canvas.picture(png_of(softened(make(rng, pixels, count), rng)), cell)


def draw_any_photo(canvas: Canvas, rng: Rng, box: Box, style: Style) -> None:
    """One photo, or a grid of them."""
    (draw_photo if chance(rng, 0.6) else draw_photo_grid)(canvas, rng, box, style)
