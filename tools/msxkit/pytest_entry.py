"""What pytest finds by itself as the plugin `msx`: it names the real one.

Two steps, so that a project that also asks for it (`-p msxkit.pytest_plugin`, `pytest_plugins`) gets it once: pytest
refuses one module under two names.
"""

pytest_plugins = ["msxkit.pytest_plugin"]
