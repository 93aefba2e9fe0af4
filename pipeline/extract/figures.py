"""Where the figures of a document are: every caption with its graphic, over pages when they stand apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from pipeline.extract.assign import assign
from pipeline.extract.captions import Caption
from pipeline.extract.document import Document, PageText, repeated_boxes, rounded
from pipeline.extract.layout import Role
from pipeline.extract.offers import Offer, offers, usual_sides, white_gaps
from pipeline.extract.rows import turn_box, upright
from pipeline.extract.scene import PageView, Scene, build_scene
from pipeline.geometry import Box, intersection_area
from pipeline.pdf import Page, PdfFile

MIN_UNLABELLED = 0.03  # of the page's area: smaller pictures without a caption are ornaments
FULL_PAGE = 0.85


@dataclass(frozen=True, slots=True)
class Place:
    """A graphic on a page, in page space of the unrotated page."""

    page: int
    box: Box


@dataclass(frozen=True, slots=True)
class Found:
    """A figure: its caption (None for a picture without), its places (the first is the figure, the rest its parts)."""

    caption: Caption | None
    places: tuple[Place, ...]


def find_figures(pdf: PdfFile, document: Document) -> list[Found]:
    """All figures of the document in reading order; a caption without a graphic has no places."""
    texts = {text.number: text for text in document.pages}
    scenes, used = _scenes(pdf, document, {caption.page for caption in document.captions})
    usual = usual_sides(scenes)
    places: dict[int, Place] = {}
    other_boxes: dict[int, list[Box]] = {}
    for scene, found in scenes:
        for index, box in assign(scene, found, usual).items():
            caption, place = scene.captions[index], _place(box, texts[scene.number])
            if caption.is_figure:
                places[document.captions.index(caption)] = place
            else:
                other_boxes.setdefault(scene.number, []).append(place.box)
    _link_feet(document, places)
    _link_picture_pages(pdf, document, places, used)
    labelled = _joined_parts(document, places)
    return sorted(labelled + _unlabelled(document, labelled, other_boxes), key=_order)


def _scenes(
    pdf: PdfFile, document: Document, numbers: Iterable[int]
) -> tuple[list[tuple[Scene, list[Offer]]], set[tuple[int, ...]]]:
    """The scenes of some pages with their offers, and the boxes that repeat over pages."""
    texts = [document.pages[number - 1] for number in sorted(numbers)]
    pages = [upright(pdf.page(text.number, words=False), text.turn) for text in texts]
    repeated = repeated_boxes(pages, {text.number: text.images for text in document.pages})
    result = []
    for text, page in zip(texts, pages, strict=True):
        scene = _scene(pdf, document, text, page, repeated=repeated)
        result.append((scene, white_gaps(offers(scene), scene)))
    return result, set(repeated)


def _scene(
    pdf: PdfFile, document: Document, text: PageText, page: Page, *, repeated: frozenset[tuple[int, ...]]
) -> Scene:
    flat = (text.height, text.width) if text.turn % 180 else (text.width, text.height)
    grey = pdf.grey(text.number, Box(0, 0, *flat))
    view = PageView(page, text.rows, document.roles(text, page), np.rot90(grey, -text.turn // 90))
    boxes = [*page.images, *(drawing.box for drawing in page.drawings)]
    furniture = [box for box in boxes if rounded(box) in repeated and box.area < 0.5 * page.box.area]
    return build_scene(view, document.captions_on(text.number), style=document.style, furniture=furniture)


def _place(box: Box, text: PageText) -> Place:
    """The box of an upright page back on the page as the file has it."""
    back = turn_box(box, (360 - text.turn) % 360, width=text.width, height=text.height)
    return Place(text.number, back)


def _link_feet(document: Document, places: dict[int, Place]) -> None:
    """A caption without a graphic takes that of the page which bears its bare label."""
    for index, caption in enumerate(document.captions):
        if not caption.foot or index not in places:
            continue
        place = places.pop(index)
        for other, legend in enumerate(document.captions):
            if not legend.foot and legend.is_figure and legend.label.number == caption.label.number:
                places.setdefault(other, place)
                break


def _link_picture_pages(
    pdf: PdfFile, document: Document, places: dict[int, Place], repeated: set[tuple[int, ...]]
) -> None:
    """Captions without a graphic and pages that hold nothing but a picture belong together, in their order."""
    empty = [i for i, c in enumerate(document.captions) if c.is_figure and not c.foot and i not in places]
    if not empty:
        return
    bare = [text for text in document.pages if _is_picture_page(document, text)]
    pictures = [(text, box) for text in bare for box in [_picture(pdf, text, repeated)] if box is not None]
    for index in list(empty):
        near = [p for p in pictures if abs(p[0].number - document.captions[index].page) == 1]
        if len(near) == 1 and len(empty) <= 2:
            places[index] = _place(near[0][1], near[0][0])
            pictures.remove(near[0])
            empty.remove(index)
    if empty and len(empty) == len(pictures):
        for index, (text, box) in zip(empty, pictures, strict=True):
            places[index] = _place(box, text)


def _is_picture_page(document: Document, text: PageText) -> bool:
    if document.captions_on(text.number) or sum(row.words for row in text.rows) > 150:
        return False
    return sum(role is Role.BODY for role in document.roles(text)) < 3


def _picture(pdf: PdfFile, text: PageText, repeated: set[tuple[int, ...]]) -> Box | None:
    """The ink of a page without its running heads, None when it is small."""
    from pipeline.extract.ink import page_ink

    flat = (text.height, text.width) if text.turn % 180 else (text.width, text.height)
    ink = page_ink(np.rot90(pdf.grey(text.number, Box(0, 0, *flat)), -text.turn // 90))
    heads = [text.rows[i].box for i in text.heads]
    heads += [box for box in text.images if rounded(box) in repeated]
    box = ink.without(heads, margin=1.5).shrink(Box(0, 0, text.width, text.height))
    return box if box is not None and box.area > 0.04 * text.width * text.height else None


def _joined_parts(document: Document, places: dict[int, Place]) -> list[Found]:
    """One entry per caption; continuation pages become further places of the figure they continue."""
    heads: dict[tuple[str, int], int] = {}
    parts: dict[int, list[Place]] = {}
    captions = document.captions
    for index, caption in enumerate(captions):
        if not caption.is_figure or caption.foot:
            continue
        key = (caption.label.number, caption.run)
        if caption.continued and key in heads:
            parts[heads[key]] += [places[index]] if index in places else []
        else:
            heads.setdefault(key, index)
            parts[index] = [places[index]] if index in places else []
    return [Found(captions[index], tuple(found)) for index, found in parts.items()]


def _unlabelled(document: Document, labelled: Sequence[Found], others: dict[int, list[Box]]) -> list[Found]:
    """Pictures of some size that belong to no caption: logos, graphical abstracts, photos, for the audit to see."""
    taken = dict(others)
    for found in labelled:
        for place in found.places:
            taken[place.page] = [*taken.get(place.page, []), place.box]
    counts = Counter(rounded(image) for text in document.pages for image in text.images)
    result = []
    for text in document.pages:
        page_area = text.width * text.height
        for image in text.images:
            small = image.area < MIN_UNLABELLED * page_area or min(image.width, image.height) < 40
            if small or image.area > FULL_PAGE * page_area or counts[rounded(image)] > 1:
                continue
            if sum(image.contains(row.box) for row in text.rows) > 12:
                continue  # a background under text
            place = _place(image, text)
            if all(intersection_area(place.box, box) < 0.1 * place.box.area for box in taken.get(text.number, [])):
                result.append(Found(None, (place,)))
                taken[text.number] = [*taken.get(text.number, []), place.box]
    return result


def _order(found: Found) -> tuple[int, float, float]:
    if found.places:
        place = found.places[0]
        return place.page, place.box.y0, place.box.x0
    if found.caption is None:
        return 0, 0.0, 0.0
    return found.caption.page, found.caption.box.y0, found.caption.box.x0
