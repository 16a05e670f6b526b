"""What MkDocs calls: pages that are generated, and links that lead out of docs/."""

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
    """Search from files by a script of ours instead of one that the plugin would fetch from elsewhere."""
    config.extra["polyfills"] = [ExtraScriptValue("search-from-files.js")]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add what is generated, and the files that pages link to."""
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
    """Lead links out of docs/ to the pages that show what lies there."""
    return outside.rewrite(page.file.src_uri, markdown)


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """Give the theme's search a name for screen readers."""
    return output.replace(
        'data-md-component="search" role="dialog"', 'data-md-component="search" role="dialog" aria-label="Search"'
    )
