"""The page a figure comes from: drawn in another process, shown small beside the text or large over the figure."""

from __future__ import annotations

from auditor.ui.canvas.page_renderer import PageImage, PageRenderer, PageTrouble
from auditor.ui.canvas.page_view import PagePreview, PageView, paint_crop_marks

__all__ = ["PageImage", "PagePreview", "PageRenderer", "PageTrouble", "PageView", "paint_crop_marks"]
