"""The full game on its page: a fleet is placed, the game goes on, two people share the device."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from battleship.rules import Cell, Rules
from battleship.rules.named import NAMED, named
from battleship.web import full_game
from battleship.web.desk import GameDesk
from tests.web.test_desk import ask
from tests.web.visit import PATIENCE, faults, opened, state, wait_for


def squares(rules: Rules, fleet: list[dict[str, Any]]) -> list[Cell]:
    return [cell for ship in full_game.fleet_of(rules, fleet).ships for cell in ship.cells]


@pytest.mark.parametrize("name", NAMED)
def test_a_fleet_that_was_placed_is_the_one_in_the_game(name: str) -> None:
    desk = GameDesk()
    fleet = ask(desk, "draw", rules=name, seed=3)["ships"]
    assert ask(desk, "try_fleet", rules=name, ships=fleet) == ""
    game = ask(desk, "begin", rules=name, player="density", seed=1, fleet=fleet)
    assert game["fleet"] == fleet
    shown = {(row, x) for row, text in enumerate(game["mine"]) for x, mark in enumerate(text) if mark != "."}
    assert shown == set(squares(named(name), fleet))


def test_error_of_a_fleet() -> None:
    desk = GameDesk()
    fleet = ask(desk, "draw", rules="hasbro", seed=3)["ships"]
    fleet[1] |= {"row": fleet[0]["row"], "column": fleet[0]["column"]}
    assert "is taken by both" in ask(desk, "try_fleet", rules="hasbro", ships=fleet)
    command = {"do": "begin", "rules": "hasbro", "player": "density", "fleet": fleet}
    assert "is taken by both" in json.loads(desk.call(json.dumps(command)))["error"]


def test_sunk_ships_are_marked_and_counted() -> None:
    desk, rules = GameDesk(), named("nxn")
    game = ask(desk, "begin", rules="nxn", player="random", seed=5)
    assert desk._duel is not None
    ship = desk._duel.theirs.fleet.ships[0]
    for number, cell in enumerate(ship.cells, 1):
        game = ask(desk, "shoot", row=cell.row, column=cell.column)
        expected = "#" if number == ship.type.length else "x"
        assert {game["theirs"][row][x] for row, x in ship.cells[:number]} == {expected}
        assert game["last"]["theirs"] == list(cell)
    left = next(found for found in game["ships"] if found["name"] == ship.type.name)
    assert left["theirs"] == ship.type.count - 1
    assert game["width"] == rules.width


@pytest.mark.parametrize(("name", "extra"), [("hasbro", 0), ("bbm103", 1)])
def test_two_people_take_turns_to_the_end(name: str, extra: int) -> None:
    """Under the last-shot rule the second person answers the shot that sinks the last ship."""
    desk, rules = GameDesk(), named(name)
    fleets = [ask(desk, "draw", rules=name, seed=seed)["ships"] for seed in (1, 2)]
    game = ask(desk, "begin_two", rules=name, fleets=fleets)
    targets = [squares(rules, fleets[1]), squares(rules, fleets[0])]
    shots = 0
    while not game["ending"]:
        game = ask(desk, "turn")
        assert game["viewer"] == shots % 2
        assert all(mark in ".ox#" for row in game["theirs"] for mark in row)
        cell = targets[shots % 2][shots // 2]
        game = ask(desk, "shoot", row=cell.row, column=cell.column)
        shots += 1
    assert shots == 2 * len(targets[0]) - 1 + extra
    assert game["ending"].startswith("A draw" if extra else "Player 1 wins in")


# On the page


@pytest.fixture(scope="module")
def page(browser: Browser, address: str) -> Iterator[Page]:
    page = opened(
        browser.new_page(viewport={"width": 1200, "height": 900}), f"{address}?full&rules=hasbro&seed=4"
    )
    page.wait_for_selector("#harbour .piece", timeout=PATIENCE * 1000)
    yield page
    assert not faults(page)


def _fleet(page: Page) -> list[str]:
    return page.eval_on_selector_all("#harbour .piece", "all => all.map(one => one.ariaLabel)")  # type: ignore[no-any-return]


def _drag(page: Page, ship: int, right: float, down: float) -> None:
    box = page.locator("#harbour .cell").first.bounding_box()
    piece = page.locator("#harbour .piece").nth(ship).bounding_box()
    assert box is not None
    assert piece is not None
    x, y, step = piece["x"] + box["width"] / 2, piece["y"] + box["height"] / 2, box["width"] + 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + right * step, y + down * step, steps=8)
    page.mouse.up()


@pytest.mark.slow
def test_ships_are_dragged_turned_and_moved_with_keys(page: Page) -> None:
    page.select_option("#rules", "hasbro")
    page.click("#begin")
    page.wait_for_selector("#harbour .piece")
    page.wait_for_function("() => !document.getElementById('go').disabled")
    assert _fleet(page)[0] == "Carrier at C2, across, 5 squares"
    _drag(page, 0, 2, 4)
    assert _fleet(page)[0] == "Carrier at E6, across, 5 squares"
    page.locator("#harbour .piece").nth(0).click()
    assert _fleet(page)[0] == "Carrier at E6, down, 5 squares"
    for key in ("ArrowLeft", "ArrowUp", "r"):
        page.locator("#harbour .piece").nth(0).press(key)
    assert _fleet(page)[0] == "Carrier at D5, across, 5 squares"
    _drag(page, 0, 30, 30)
    assert _fleet(page)[0] == "Carrier at F10, across, 5 squares"
    _drag(page, 0, 0, -9)
    page.wait_for_function("() => document.getElementById('go').disabled")
    assert "taken by both" in page.inner_text("#wrong")
    page.click("#random")
    page.wait_for_function("() => !document.getElementById('go').disabled")
    placed = _fleet(page)
    page.click("#go")
    page.wait_for_selector("#theirs button")
    shown = page.eval_on_selector_all("#mine .ship", "all => all.length")
    assert shown == 17
    assert f"{placed[0].split()[2].rstrip(',')}: Carrier" in page.eval_on_selector_all(
        "#mine .ship", "all => all.map(one => one.ariaLabel)"
    )


@pytest.mark.slow
def test_boards_stay(page: Page) -> None:
    for width in (390, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        page.click("#begin")
        page.wait_for_function("() => !document.getElementById('go').disabled")
        page.click("#go")
        page.wait_for_selector("#theirs button")
        place = "() => document.getElementById('theirs').getBoundingClientRect().top + scrollY"
        before = page.evaluate(place)
        for column in range(6):
            page.click(f"#theirs [data-at='0,{column}']")
            page.wait_for_selector(f"#theirs [data-at='0,{column}'].last")
            assert page.evaluate(place) == before
        assert page.get_attribute("#told", "role") == "status"
        assert "You shoot at F1: " in page.inner_text("#told")
        assert "The computer shoots at " in page.inner_text("#told")
        assert page.locator("#theirs .last").count() == page.locator("#mine .last").count() == 1


@pytest.mark.slow
def test_two_people_hide_fleets(page: Page) -> None:
    page.select_option("#player", "another person")
    for _ in range(2):
        page.wait_for_function("() => !document.getElementById('go').disabled")
        page.click("#go")
        page.wait_for_selector("#passing:not([hidden])")
        assert not page.is_visible("#mine")
        page.click("#pass-on")
    page.wait_for_selector("#theirs button")
    page.click("#theirs [data-at='0,0']")
    page.wait_for_selector("#passing:not([hidden])")
    assert "Player 1 shoots at A1" in page.inner_text("#next")
    page.click("#pass-on")
    page.wait_for_selector("#mine .last")
    assert page.inner_text("#my-name") == "The fleet of player 2"


@pytest.mark.slow
def test_the_program_behind_the_game_stops(page: Page) -> None:
    page.click("#tab-battle")
    wait_for(page, lambda seen: seen["status"] == "key", "the first key")
    # It places its ships at the machine's pace, which takes it many seconds.
    page.click("#watch")
    wait_for(page, lambda seen: seen["status"] == "running", "the program")
    page.click("#tab-full")
    wait_for(page, lambda seen: seen["status"] == "stopped", "its stop")
    steps = state(page)["steps"]
    page.wait_for_timeout(500)
    assert state(page)["steps"] == steps


@pytest.mark.slow
def test_the_original_opens_at_its_first_key(page: Page, address: str) -> None:
    page.goto(f"{address}?seed=4")
    page.wait_for_function("() => page.machine.state?.status === 'key'", timeout=PATIENCE * 1000)
    assert state(page)["seconds"] > 10
    assert page.input_value("#speed") == "1"
    assert "shoots" in page.inner_text("#beside")
    page.click("#watch")
    page.wait_for_function("() => page.machine.state?.status === 'running'")
    assert state(page)["seconds"] < 10
