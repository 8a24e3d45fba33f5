"""The module that pytest finds by itself as the plugin `msx`; it names the real plugin.

There are two modules so that a project that also asks for the plugin (`-p msxkit.pytest_plugin`, `pytest_plugins`) gets
it once: pytest refuses one module under two names.
"""

pytest_plugins = ["msxkit.pytest_plugin"]
