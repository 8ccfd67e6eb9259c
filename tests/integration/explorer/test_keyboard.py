"""Pages by keyboard, in a real browser."""

from helpers.servers.browser import Browser
from selenium.webdriver.common.keys import Keys

FOCUSED = "document.activeElement"
SHOWN = "cy.nodes('.paper').map((one) => one.data('paper')).sort().join(' ')"


def press(pages: Browser, selector: str, *keys: str) -> None:
    pages.driver.execute_script("document.querySelector(arguments[0]).focus()", selector)
    pages.driver.switch_to.active_element.send_keys(*keys)


def test_a_day_is_typed_whole(pages: Browser) -> None:
    pages.open("/paper?id=P2&before=1995-01-01", width=1280)
    press(pages, ".time [type=date]", "01", "01", "1993")
    assert pages.run("document.querySelector('.time [type=date]').value") == "1993-01-01"
    assert "before=1995-01-01" in pages.run("location.search")
    pages.driver.switch_to.active_element.send_keys(Keys.ENTER)
    pages.until("location.search.includes('before=1993-01-01')")
    pages.settle()
    # A year before all papers is a slip.
    press(pages, ".time [type=date]", "01", "01", "0199", Keys.ENTER)
    assert pages.run("document.querySelector('.time [type=date]').validity.rangeUnderflow")
    assert "before=1993-01-01" in pages.run("location.search")
    # One that is chosen in the calendar is sent at once; so is none.
    pages.driver.execute_script(
        "const day = document.querySelector('.time [type=date]');"
        "day.dispatchEvent(new Event('pointerdown')); day.value = '';"
        "day.dispatchEvent(new Event('change'))"
    )
    pages.until("location.search === '?id=P2'")
    assert pages.complaints() == []


def test_the_slider_takes_several_steps_and_keeps_the_focus(pages: Browser) -> None:
    pages.open("/paper?id=P2", width=1280)
    press(pages, ".time [type=range]", Keys.ARROW_LEFT, Keys.ARROW_LEFT)
    pages.until("location.search.includes('before=1995-01-01')")
    pages.settle()
    assert pages.run(f"{FOCUSED}.type") == "range"
    pages.driver.switch_to.active_element.send_keys(Keys.ARROW_LEFT)
    pages.until("location.search.includes('before=1994-01-01')")


def test_tabs_are_reached_by_home_and_end_and_found_again(pages: Browser) -> None:
    pages.open("/paper?id=P2", width=1280)
    panel = "document.getElementById('around').getAttribute('aria-labelledby')"
    assert pages.run(panel) == "tab-citing"
    for key, tab in ((Keys.END, "mentioned"), (Keys.HOME, "citing"), (Keys.ARROW_LEFT, "mentioned"),
                     (Keys.ARROW_LEFT, "similar")):  # fmt: skip
        press(pages, "[role=tab][aria-selected=true]", key)
        assert pages.run(f"{FOCUSED}.id") == f"tab-{tab}"
        assert pages.run(panel) == f"tab-{tab}"
    pages.until("document.querySelector('#around .papers')")
    pages.settle()
    shown = pages.run("document.querySelector('#around').textContent")
    pages.click("#around .name")
    pages.until("!location.search.includes('id=P2')")
    pages.settle()
    pages.driver.back()
    pages.until("location.search.includes('id=P2')")
    pages.settle()
    pages.reveal()
    assert pages.run("document.querySelector('[aria-selected=true]').id") == "tab-similar"
    assert pages.run("document.querySelector('#around').textContent") == shown
    # And on another day.
    press(pages, ".time [type=range]", Keys.ARROW_LEFT)
    pages.until("location.search.includes('before=1996-01-01')")
    pages.settle()
    assert pages.run("document.querySelector('[aria-selected=true]').id") == "tab-similar"
    assert "tab=similar" in pages.run("document.querySelector('.time .quiet').href")
    assert pages.complaints() == []


def test_show_more_leads_to_the_first_that_is_new(pages: Browser) -> None:
    pages.open("/paper?id=P2", width=1280)
    pages.reveal()
    pages.run("(htmx.ajax('GET', '/paper/citing?id=P2&limit=1', '#around'), true)")
    pages.until("document.querySelector('#around [data-more]')")
    pages.settle()
    press(pages, "#around [data-more]", Keys.ENTER)
    pages.until("document.querySelectorAll('#around li').length > 1")
    assert pages.run(f"{FOCUSED} === document.querySelectorAll('#around li')[1].firstElementChild")
    assert pages.complaints() == []


def test_a_choice_keeps_the_focus(pages: Browser) -> None:
    pages.open("/paper?id=P2", width=1280)
    pages.reveal()
    press(pages, ".disruption [aria-pressed=true] + button", Keys.ENTER)
    pages.until("document.querySelectorAll('.disruption [aria-pressed]')[2].ariaPressed === 'true'")
    assert pages.run(f"{FOCUSED}.textContent") == "10 years"
    assert pages.complaints() == []


def test_acts_on_a_map_keep_the_focus(pages: Browser) -> None:
    pages.open("/map?papers=P2&around=1", width=1280)
    press(pages, "#beneath [data-act=grow][data-paper=P2]", Keys.ENTER)
    pages.until(f"{SHOWN} === 'P1 P2 P3 P4 P6'")
    pages.settle()
    at = f"[{FOCUSED}.dataset.act, {FOCUSED}.dataset.paper, Boolean({FOCUSED}.closest('section'))]"
    assert pages.run(at) == ["grow", "P2", True]
    press(pages, "#beneath [data-act=pin][data-paper=P4]", Keys.ENTER)
    pages.until("cy.nodes('.pinned').length === 1")
    pages.settle()
    assert pages.run(f"{FOCUSED}.dataset.paper") == "P4"
    # What is pruned is gone; its neighbour is near.
    press(pages, "#beneath [data-act=prune][data-paper=P4]", Keys.ENTER)
    pages.until(f"{SHOWN} === 'P1 P2 P3 P6'")
    pages.settle()
    assert pages.run(f"Boolean({FOCUSED}.closest('#beneath section [data-act]'))")
    press(pages, "#undo", Keys.ENTER)
    pages.until(f"{SHOWN} === 'P1 P2 P3 P4 P6'")
    pages.settle()
    assert pages.run(f"{FOCUSED}.id") == "undo"
    pages.run("(pick(cy.nodes('.given')[0]), true)")
    press(pages, "#chosen [data-act=pin]", Keys.ENTER)
    pages.until("cy.nodes('.pinned').length === 2")
    pages.settle()
    assert pages.run(f"[{FOCUSED}.textContent, {FOCUSED}.closest('aside').id]") == [
        "Unpin",
        "chosen",
    ]
    assert pages.complaints() == []


def test_what_is_missing_stays_open(pages: Browser) -> None:
    pages.open("/map?papers=P2&around=1", width=1280)
    pages.run("document.querySelector('details.missing').open = true")
    pages.until("document.querySelectorAll('.missing [data-act=add]').length > 1")
    missing = (
        "[...document.querySelectorAll('.missing [data-act]')].map((one) => one.dataset.paper)"
    )
    first, *others = pages.run(missing)
    press(pages, f".missing [data-paper={first}]", Keys.ENTER)
    pages.until(f"{SHOWN}.split(' ').includes('{first}')")
    pages.settle()
    assert pages.run("document.querySelector('details.missing').open")
    pages.until(f"!{missing}.includes('{first}')")
    assert pages.run(missing)[: len(others)]
    assert pages.run(f"Boolean({FOCUSED}.closest('.missing'))")
    assert pages.complaints() == []
