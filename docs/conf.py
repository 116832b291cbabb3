"""The site: `make docs` builds it offline into build/docs, with warnings as errors."""

import os
import sys
import warnings
from importlib.util import find_spec
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))
# Notebooks and figures run their programs once: compile them fast rather than well.
os.environ.setdefault("XLA_FLAGS", "--xla_backend_optimization_level=0")
# Of the gallery's workers, which end themselves when their memory grew.
warnings.filterwarnings("ignore", message="A worker stopped while some jobs")

from extension import (  # noqa: E402
    docstrings,
    figures,
    measured,
    mutations,
    papers,
    reference,
    root_files,
    searches,
    seed_offsets,
)

import tokenflock  # noqa: E402
from tokenflock.explorer.export import static_page  # noqa: E402

project = "tokenflock"
author = copyright = "The tokenflock developers"  # noqa: A001
release = version = tokenflock.__version__

extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.mathjax",
    "sphinx_gallery.gen_gallery",
]
exclude_patterns = ["generated", "measured", "gallery", "**/README.*", "figures/**/*.ipynb"]
nitpicky = True
suppress_warnings = ["config.cache"]  # of functions among the settings of sphinx-gallery

# Pages of registries: written before anything is read, and not committed.
GENERATED = HERE / "generated"
GENERATED.mkdir(exist_ok=True)
for name, text in {
    "theorems": papers.theorems(),
    "claims": papers.catalog(),
    "summary": papers.summary(),
    "errata": papers.errata(),
    "figures": figures.listing(),
    "headline": measured.lead(HERE / "measured"),
    "measured": measured.page(HERE / "measured"),
    "mutations": mutations.page(HERE / "measured" / "mutations.json"),
    "searches": searches.page(HERE / "measured" / "searches.json"),
    "planted": searches.planted(HERE / "measured" / "planted.json"),
    "seed_offsets": seed_offsets.page(HERE / "measured" / "seed_offsets.json"),
    "contributing": root_files.page(HERE.parent / "CONTRIBUTING.md"),
    "changelog": root_files.page(HERE.parent / "CHANGELOG.md"),
}.items():
    (GENERATED / f"{name}.md").write_text(text, encoding="utf-8")
# The page without a server, which pages of the site frame.
LIVE = GENERATED / "live" / "live" / "index.html"
LIVE.parent.mkdir(parents=True, exist_ok=True)
LIVE.write_text(static_page(), encoding="utf-8")
reference.write(HERE / "api")
figures.write(GENERATED / "papers")

myst_enable_extensions = ["dollarmath", "colon_fence", "deflist"]
myst_heading_anchors = 3
nb_execution_mode = "cache"
nb_execution_cache_path = str(HERE.parent / "build" / "notebooks")
nb_execution_timeout = 300
nb_execution_raise_on_error = True
nb_execution_show_tb = True
nb_merge_streams = True

autodoc_typehints = "none"  # arrays mostly: docstrings give their shapes
autodoc_member_order = "bysource"
add_module_names = False
python_maximum_signature_line_length = 88

sphinx_gallery_conf = {
    "examples_dirs": ["gallery", "generated/papers"],
    "gallery_dirs": ["figures/examples", "figures/papers"],
    "filename_pattern": "plot_",
    "abort_on_example_error": True,
    "remove_config_comments": True,
    "show_memory": False,
    "show_signature": False,
    "write_computation_times": False,
    "download_all_examples": False,
    "plot_gallery": True,
    "parallel": 2,
}

html_theme = "pydata_sphinx_theme"
html_title = "tokenflock"
# MathJax comes with a package, so that formulas are set without the net.
MATHJAX = Path(find_spec("sphinx-mathjax-offline").origin).parent / "static"
mathjax_path = "mathjax/tex-chtml.js"
html_static_path = ["static", str(MATHJAX)]
html_css_files = ["site.css"]
html_extra_path = ["generated/live"]
# Pages with wide tables, or without neighbors, have no list of neighbors.
WIDE = ("notebooks/first-cluster", "mathematics", "claims", "errata", "gallery", "speed")
html_sidebars = {page: [] for page in WIDE}
html_context = {"default_mode": "auto"}
html_show_sourcelink = False
html_copy_source = False
html_theme_options = {
    "show_toc_level": 2,
    "navigation_with_keys": False,
    "secondary_sidebar_items": ["page-toc"],
    "footer_start": ["copyright"],
    "footer_end": [],
    "navbar_align": "left",
    "header_links_before_dropdown": 6,
}
linkcheck_retries = 2
linkcheck_timeout = 20


def setup(app):
    """Docstrings in house style."""
    app.connect("autodoc-process-docstring", docstrings.process)
