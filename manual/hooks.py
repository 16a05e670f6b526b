"""Hooks that MkDocs calls: generated pages, and links that leave docs/."""

from __future__ import annotations

import sys
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

from mkdocs.config.config_options import ExtraScriptValue
from mkdocs.structure.files import File, InclusionLevel

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from manual import outside, pages

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Use our own search script offline, so the plugin fetches nothing."""
    config.extra["polyfills"] = [ExtraScriptValue("search-from-files.js")]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the generated pages, and the files that pages link to."""
    for place, make in pages.GENERATED.items():
        files.append(File.generated(config, place, content=make()))
    linked: defaultdict[str, set[str]] = defaultdict(set)
    for file in files.documentation_pages():
        for place, part in outside.links(file.src_uri, file.content_string):
            linked[place].add(part)
    for place, parts in sorted(linked.items()):
        shown = File.generated(config, outside.page_of(place), content=outside.show_file(place, parts))
        shown.inclusion = InclusionLevel.NOT_IN_NAV
        files.append(shown)
    icon = outside.CHECKOUT / "web" / "public" / "icon.svg"
    files.append(File.generated(config, "icon.svg", abs_src_path=str(icon)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Rewrite links that leave docs/ to the pages that show those files."""
    return outside.rewrite(page.file.src_uri, markdown)


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """Label the theme's search for screen readers."""
    return output.replace(
        'data-md-component="search" role="dialog"', 'data-md-component="search" role="dialog" aria-label="Search"'
    )
