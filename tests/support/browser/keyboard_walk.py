"""Walk through a page with the Tab key."""

from playwright.sync_api import Page

COLLECT = """() => {
  document.activeElement.blur();
  const properties = ["outlineStyle", "outlineWidth", "boxShadow", "borderTopColor", "stroke", "strokeWidth",
    "backgroundColor", "textDecorationLine"];
  const look = element => [element, ...element.children, element.nextElementSibling].filter(Boolean)
    .map(each => { const style = getComputedStyle(each); return properties.map(name => style[name]).join(); })
    .join("|");
  const inUse = element => element.tabIndex >= 0 && !element.disabled
    && element.checkVisibility({ visibilityProperty: true }) && !element.closest("[inert]")
    && !(element.type === "radio" && !element.checked);
  const controls = [...(document.querySelector("dialog[open]") ?? document)
    .querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]")].filter(inUse);
  const name = element => element.outerHTML.replace(/\\s+/g, " ").slice(0, 100);
  window.keyboardWalk = { controls, looks: controls.map(look), look, name, reached: [], problems: [], left: 0 };
  return controls.length;
}"""

VISIT = """() => {
  const { controls, looks, look, name, reached, problems } = window.keyboardWalk;
  const active = document.activeElement;
  // After the last control the focus leaves the page for the browser's own buttons, and comes back to the first.
  if (active === document.body) return window.keyboardWalk.left++ === 0;
  // A control that was drawn again is another element with the same text.
  const same = (control, index) => control === active
    || (!control.isConnected && !reached.includes(index) && name(control) === name(active));
  const index = controls.findIndex(same);
  if (index < 0) return true;
  if (index === reached[0]) return false;
  if (look(active) === looks[index]) problems.push(`focus is invisible: ${name(active)}`);
  reached.push(index);
  return true;
}"""

RESULT = """() => {
  document.activeElement.blur();
  const { controls, name, reached, problems } = window.keyboardWalk;
  const missed = controls.filter((_, index) => !reached.includes(index)).map(each => `not reached: ${name(each)}`);
  const start = reached.indexOf(Math.min(...reached));
  const order = [...reached.slice(start), ...reached.slice(0, start)];
  const disordered = order.filter((index, place) => place && index < order[place - 1]);
  return [...problems, ...missed, ...disordered.map(index => `out of order: ${name(controls[index])}`)];
}"""


def keyboard_problems(page: Page) -> list[str]:
    """Press Tab through the page, or through its open dialog, and return what is wrong.

    Every control must be reached in the order of the document, and show that it has the focus. Of a group of radio
    buttons, only the checked one takes the focus.
    """
    count = page.evaluate(COLLECT)
    for _ in range(2 * count + 10):
        page.keyboard.press("Tab")
        if not page.evaluate(VISIT):
            break
    else:
        return ["Tab never leaves the page"]
    problems: list[str] = page.evaluate(RESULT)
    return problems
