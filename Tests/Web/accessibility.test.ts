import { deepEqual, equal } from "node:assert/strict";
import { test } from "node:test";
import { actions as actionsOf } from "../../Sources/InteractionWeb/Client/src/accessibility/actions";
import { attributes as attributesOf } from "../../Sources/InteractionWeb/Client/src/accessibility/attributes";
import { reaction } from "../../Sources/InteractionWeb/Client/src/accessibility/keys";
import { nodes } from "../../Sources/InteractionWeb/Client/src/accessibility/tree";
import type { FloorPhase, ItemLayout, Setting } from "../../Sources/InteractionWeb/Client/src/contract/messages";

const actions = (settings: Setting[]) => actionsOf(nodes(settings));
const attributes = (settings: Setting[]) => attributesOf(nodes(settings));

/** Returns the settings of a bar, the first tab selected. */
function bar(...items: ItemLayout[]): Setting[] {
  return [{ layout: { items } }, { selection: {} }];
}

function pages(...presented: boolean[]): Setting {
  const stack = presented.map((each, index) => ({ route: `page ${index}`, presented: each }));
  return { navigation: { pages: stack, backLabel: "Back" } };
}

const two = bar({ label: "Home", longPress: true }, { label: "Cart" });

function keyOf(key: string, tab?: number, settings = two, others = {}, isRightToLeft = false) {
  const modifiers = { shiftKey: false, ctrlKey: false, altKey: false, metaKey: false };
  return reaction({ key, ...modifiers, ...others }, tab, settings, isRightToLeft);
}

test("tabs have roles, names with their badges, and states", () => {
  const found = attributes([...two, { badge: { tab: 1, label: "3 new messages" } }]);
  equal(found.get("tab_bar")?.role, "tablist");
  deepEqual(found.get("tab/0"), {
    role: "tab", "aria-label": "Home", "aria-selected": "true", "aria-current": undefined,
    "aria-disabled": undefined, "aria-haspopup": "menu", tabindex: "0",
  });
  deepEqual(found.get("tab/1"), {
    role: "tab", "aria-label": "Cart, 3 new messages", "aria-selected": "false",
    "aria-current": undefined, "aria-disabled": undefined, "aria-haspopup": undefined,
    tabindex: "-1",
  });
  deepEqual(found.get("page/1"), { role: "tabpanel", "aria-label": "Cart" });
});

test("a bar with other items is no tab list", () => {
  const found = attributes(bar(
    { label: "Home", role: "tab" }, { label: "Scan", role: "button", disabled: true },
    { label: "Help", role: "link" }));
  equal(found.get("tab_bar")?.role, "toolbar");
  const [home, scan, help] = [0, 1, 2].map((index) => found.get(`tab/${index}`));
  deepEqual([home?.role, scan?.role, help?.role], ["button", "button", "link"]);
  deepEqual([home?.["aria-current"], scan?.["aria-current"]], ["page", undefined]);
  deepEqual([home?.["aria-selected"], scan?.["aria-disabled"]], [undefined, "true"]);
});

test("what the experience does not name keeps the app's name", () => {
  const found = attributes([...bar({}), { floor: { phase: "closed" } }, { floorLayout: {} }]);
  for (const target of ["tab/0", "page/0", "floor/page"]) {
    equal("aria-label" in found.get(target)!, false, target);
  }
});

test("a toggle with a label is an image, one without is decoration", () => {
  const found = attributes([
    { toggle: { id: "rocket", label: "Back to the top" } }, { toggle: { id: "star" } },
  ]);
  deepEqual(found.get("toggle/rocket"), {
    role: "img", "aria-hidden": undefined, "aria-label": "Back to the top",
  });
  deepEqual(found.get("toggle/star"), {
    role: undefined, "aria-hidden": "true", "aria-label": undefined,
  });
});

test("the open floor is a modal dialog over an inert root", () => {
  const inert = (phase: FloorPhase) => {
    const found = attributes([{ floor: { phase } }, { floorLayout: { label: "Cinema" } }]);
    equal(found.get("floor/page")?.["aria-label"], "Cinema");
    equal(found.get("floor/page")?.["aria-modal"], phase === "open" ? "true" : undefined);
    return ["floor/page", "root"].map((target) => found.get(target)?.inert !== undefined);
  };
  deepEqual(inert("closed"), [true, false]);
  deepEqual(inert("armed"), [true, false]);
  // While it moves, touches reach it and the list.
  deepEqual(inert("opening"), [false, false]);
  deepEqual(inert("open"), [false, true]);
  deepEqual(inert("closing"), [false, false]);
});

test("keys tap a tab, ask for its long press, and move the focus", () => {
  for (const key of ["Enter", " "]) deepEqual(keyOf(key, 1), { event: { tap: { tab: 1 } } });
  const press = { event: { pressTab: { tab: 0 } } };
  deepEqual(keyOf("ContextMenu", 0), press);
  deepEqual(keyOf("F10", 0, two, { shiftKey: true }), press);
  equal(keyOf("F10", 0), undefined);
  equal(keyOf("ContextMenu", 1), undefined);
  const focus = (key: string, tab: number, isRightToLeft = false) =>
    keyOf(key, tab, bar({}, {}, {}), {}, isRightToLeft);
  deepEqual(focus("ArrowRight", 0), { focus: 1 });
  deepEqual(focus("ArrowRight", 2), { focus: 0 });
  deepEqual(focus("ArrowLeft", 0), { focus: 2 });
  deepEqual(focus("ArrowLeft", 0, true), { focus: 1 });
  deepEqual(focus("ArrowRight", 0, true), { focus: 2 });
  deepEqual(focus("Home", 1), { focus: 0 });
  deepEqual(focus("End", 1), { focus: 2 });
  equal(keyOf("Enter"), undefined);
  equal(keyOf("Enter", 0, two, { ctrlKey: true }), undefined);
  equal(keyOf("a", 0), undefined);
});

test("Escape closes the floor, or else the top page", () => {
  const floor: Setting = { floor: { phase: "open" } };
  deepEqual(keyOf("Escape", undefined, [floor, pages(false)]), { event: { floor: { command: "close" } } });
  deepEqual(keyOf("Escape", 0, [pages(true, false)]), { event: { navigate: { operation: "pop" } } });
  deepEqual(keyOf("Escape", 0, [pages(true)]), { event: { navigate: { operation: "dismiss" } } });
  equal(keyOf("Escape", 0, two), undefined);
});

test("buttons offer the gestures that have names", () => {
  const layout: Setting = { floorLayout: { openLabel: "Open the cinema", closeLabel: "Close" } };
  const home = bar({ lists: ["home"] });
  deepEqual(actions([...home, { floor: {} }, layout, pages(false, true)]), {
    open: {
      name: "open", label: "Open the cinema", target: "list/home", isBefore: true,
      event: { floor: { command: "open" } },
    },
    close: {
      name: "close", label: "Close", target: "floor/page", isBefore: false,
      event: { floor: { command: "close" } },
    },
    back: {
      name: "back", label: "Back", target: "stack/1", isBefore: false,
      event: { navigate: { operation: "dismiss" } },
    },
  });
  const link = { source: "feed", target: "floor/image", property: "translate_y" } as const;
  equal(actions([...home, layout, { links: { links: [link] } }]).open?.target, "list/feed");
  deepEqual(actions([...home, { floorLayout: {} }, pages()]), {});
});
