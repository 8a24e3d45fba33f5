"""Texts of strangers: names, listings, files and links that try to become a part of the page."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from msxkit.recording import load
from msxkit.report import HeatMap, SummaryRow, VerifyReport, page
from msxkit.verify import Result, replay
from tests.chromium import dom
from tests.conftest import RECORDINGS
from tests.msxkit.test_verify import Tape
from tests.programs import needs
from tests.web.visit import faults, listing, opened, run, state, wait_for

#: What would set `attacked`, show a dialog, load something or change what is shown, if it were not only text.
ATTACKS = (
    "<script>attacked=1</script>",
    "</script><script>attacked=1</script>",
    "--></textarea></title><svg onload=attacked=1>",
    "<img src=x onerror=attacked=1>",
    '" onfocus="attacked=1" autofocus="',
    "' onclick='attacked=1' x='",
    "javascript:attacked=1",
    "[a](javascript:attacked=1)",
    "![a](https://example.org/a.png)",
    "<iframe src=javascript:attacked=1>",
    "<style>*{display:none}</style>",
    "<link rel=stylesheet href=//example.org/a.css>",
    '<meta http-equiv=refresh content="0;url=//example.org">',
    "<base href=//example.org/>",
    "${attacked=1}",
    "{{attacked=1}}",
    "@TITLE@@DATA@@HEAD@",
    "\u202egnp.sab\u202c",
    "\u2028attacked=1",
    "\ufeff\u200b",
    "__proto__",
    "constructor",
    "../../index",
    "NUL:",
    "&lt;script&gt;",
    "%3Cscript%3E",
    "%",
    "a" * 1_000_000,
)
#: The parts of addresses behind #, none of which holds a program.
BROKEN = (
    "p=AAAA",
    "p=%00",
    "p=%%%",
    "p=!!!",
    "p=" + "A" * 100_001,
    "p=" + base64.urlsafe_b64encode(zlib.compress(b"\0" * 500_000_000, 9, wbits=-15)).decode(),
    *(
        "d=" + base64.urlsafe_b64encode(zlib.compress(text.encode(), 9, wbits=-15)).decode()
        for text in (
            "null",
            "{}",
            "[]",
            '{"name":1}',
            '{"files":{"A":5}}',
            '{"files":{"A":"*"}}',
            '{"files":{"A":{"__proto__":1}}}',
            '{"files":' + "[" * 9999 + "]" * 9999 + "}",
        )
    ),
)
_UNTOUCHED = "() => globalThis.attacked === undefined && document.getElementById('workshop').offsetHeight > 0"


@pytest.fixture(scope="module")
def workshop(browser: Browser, address: str) -> Iterator[Page]:
    page = browser.new_context(viewport={"width": 1200, "height": 900}).new_page()
    page.on("dialog", lambda dialog: dialog.dismiss())
    page.add_init_script(
        "globalThis.violations = [];"
        "addEventListener('securitypolicyviolation', event => violations.push(event.blockedURI));"
    )
    opened(page, f"{address}basic.html?program=rings&autorun=0&speed=max")
    yield page
    assert not faults(page)
    page.close()


def _link(program: dict[str, object]) -> str:
    packed = zlib.compress(json.dumps(program).encode(), 9, wbits=-15)
    return "d=" + base64.urlsafe_b64encode(packed).decode().rstrip("=")


def _visit(page: Page, address: str, fragment: str) -> None:
    page.goto("about:blank")
    page.goto(f"{address}basic.html?autorun=0&speed=max#{fragment}")
    page.wait_for_selector("body[data-ready=yes]")


@pytest.mark.slow
def test_text_stays_text(workshop: Page, address: str) -> None:
    """All of it at once: as rows, names, files, values, messages, in every tab and list."""
    rows = [f"{10 * number} REM {text[:200]}" for number, text in enumerate(ATTACKS, 1)]
    texts = [text for text in ATTACKS if text.isascii() and '"' not in text]
    values = [f'{1000 + number} A$({number})="{text[:99]}"' for number, text in enumerate(texts)]
    text = "\n".join([*rows, "900 DIM A$(99)", *values, '2000 PRINT A$(0):ERROR 99:LOAD"<img src=x>"'])
    files = {name: base64.b64encode(b"10 END").decode() for name in ATTACKS}
    _visit(workshop, address, _link({"name": ATTACKS[-1], "text": text, "main": ATTACKS[0], "files": files}))
    assert listing(workshop) == text
    assert len(workshop.input_value("#name")) <= 44
    workshop.wait_for_function(
        "() => page.language.opened && document.getElementById('findings').children.length"
    )
    # Not all of these characters are on an MSX.
    run(workshop, "\n".join(row for row in text.split("\n") if row.isascii()))
    wait_for(workshop, lambda seen: seen["status"] == "error", "the error")
    assert "<script>" in state(workshop)["text"]
    for tab in ("findings", "values", "draw", "video", "files", "help"):
        workshop.click(f"#tab-{tab}")
        assert workshop.evaluate(_UNTOUCHED)
    for name in ATTACKS:
        workshop.evaluate(
            "async name => { page.programs.open({...page.programs.blank(), name, text: '10 REM'});"
            " page.programs.save(); await page.programs.write(); }",
            name,
        )
        assert workshop.evaluate(_UNTOUCHED)
    workshop.click("#programs")
    expect(workshop.locator("#mine-list li").nth(len(ATTACKS) - 2)).to_be_visible()
    assert workshop.evaluate(_UNTOUCHED)
    assert workshop.locator("#mine-list :is(script, img, svg, iframe, style, link, meta, base)").count() == 0
    assert workshop.evaluate("() => violations") == []


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(BROKEN)))
def test_a_damaged_link_is_said(workshop: Page, address: str, number: int) -> None:
    _visit(workshop, address, BROKEN[number])
    expect(workshop.locator("#oops")).to_have_text("This link is damaged: its program cannot be read.")
    assert listing(workshop)


@needs("chromium")
@pytest.mark.slow
def test_a_report_of_strangers_is_text(tmp_path: Path) -> None:
    texts = [text[:5000] for text in ATTACKS]
    games = [replace(load(RECORDINGS[0]), name=text) for text in texts]
    results: list[Result] = [replay(game, Tape(game)) for game in games]
    report = VerifyReport(
        "".join(texts),
        [SummaryRow(text, [text], 1, note=text, reason=text) for text in texts],
        games,
        dict.fromkeys(texts[:3], results),
        {text: f"10 REM {text}" for text in texts},
        {text: {10: 5} for text in texts},
        {text: [HeatMap(text, [[1, 2]])] for text in texts},
        "".join(texts),
        {(texts[0], text): (text, 10) for text in texts},
    )
    script = """
      const games = document.getElementById("game"), names = [...games.options].map(option => option.value);
      for (const name of names) { games.value = name; games.dispatchEvent(new Event("change")); }
      return {names: names.length, attacked: globalThis.attacked ?? null, shown: document.body.offsetHeight > 0,
        found: document.querySelectorAll("img, svg[onload], iframe, base, [onfocus], [onclick]").length}; """
    seen = dom(tmp_path, page(report), script)
    assert seen == {"names": len(games), "attacked": None, "shown": True, "found": 0}
