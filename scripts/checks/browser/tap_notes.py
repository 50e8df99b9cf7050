"""Notes when a part of a tab grows or shrinks, and when a directive reaches the page."""

from phone import Phone

# A directive names a target, unlike an acknowledgement.
NOTES = r"""
  addEventListener("DOMContentLoaded", () => {
    window.notes = [];
    const note = (what) => notes.push(what);
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const tab = target.closest?.("[data-tab]");
        if (tab && target.style.transform.includes("scale")) note(`tab ${tab.dataset.tab}`);
      }
    }).observe(document.querySelector("#screen"),
               { subtree: true, attributes: true, attributeFilter: ["style"] });
    window.note = note;
  });
  const Socket = WebSocket;
  window.WebSocket = class extends Socket {
    constructor(...all) {
      super(...all);
      this.addEventListener("message", ({ data }) => {
        const text = new TextDecoder().decode(data);
        if (/tab\/|floor/.test(text)) window.note?.("directive");
      });
    }
  };
"""


async def noted_tap(phone: Phone, tab: int, answer: str) -> list[str]:
    """Returns the notes until a directive answers the tap."""
    await phone.page.evaluate("notes.length = 0")
    await phone.tap_tab(tab)
    await phone.moment("directives", answer)
    notes: list[str] = await phone.page.evaluate("notes")
    return notes
