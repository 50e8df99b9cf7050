// The accessibility attributes of views (rule U2).
import type { BadgeState, ItemLayout, Setting, ToggleState } from "../contract/messages";
import { visibleState } from "../presenter/visibleState";
import { floorPage, page, tab, tabBar, toggle } from "../presenter/targets";

/** Attributes by name: undefined removes one. Those that are missing are the app's. */
export type Attributes = Readonly<Record<string, string | undefined>>;

/** Stands for the container of everything below the pages, which has no target of its own. */
export const root = "root";

/** Returns the attributes of the views, by target. */
export function attributes(settings: Setting[]): Map<string, Attributes> {
  const { layout, selection, badges, toggles, floor, floorLayout } = visibleState(settings);
  const found = new Map<string, Attributes>();
  const items = layout?.items ?? [];
  // A tab list has only tabs: in a bar with other items tabs are buttons.
  const isTabList = items.every(isTab);
  if (layout) found.set(tabBar, { role: isTabList ? "tablist" : "toolbar" });
  items.forEach((item, index) => {
    const badge = badges.find((each) => (each.tab ?? 0) === index);
    const isSelected = index === (selection?.selected ?? 0);
    found.set(tab(index), itemAttributes(item, badge, isSelected, isTabList));
    found.set(page(index), { role: "tabpanel", ...named(item.label) });
  });
  for (const each of toggles) found.set(toggle(each.id ?? ""), toggleAttributes(each));
  const isOpen = floor?.phase === "open";
  found.set(root, { inert: isOpen ? "" : undefined });
  if (floor) {
    // While it opens or closes, it is visible and takes touches.
    const isAway = !isOpen && floor.phase !== "opening" && floor.phase !== "closing";
    found.set(floorPage, {
      role: "dialog", "aria-modal": isOpen ? "true" : undefined, inert: isAway ? "" : undefined,
      ...named(floorLayout?.label),
    });
  }
  return found;
}

/** Returns whether an item can be selected. */
function isTab({ role = "tab" }: ItemLayout): boolean {
  return role === "tab" || role === "unspecified";
}

function itemAttributes(
  item: ItemLayout, badge: BadgeState | undefined, isSelected: boolean, isInTabList: boolean,
): Attributes {
  const name = [item.label, badge?.label].filter(Boolean).join(", ");
  return {
    role: isInTabList ? "tab" : item.role === "link" ? "link" : "button",
    ...(item.label && named(name)),
    "aria-selected": isInTabList ? String(isSelected) : undefined,
    "aria-current": !isInTabList && isTab(item) && isSelected ? "page" : undefined,
    "aria-disabled": item.disabled ? "true" : undefined,
    "aria-haspopup": item.longPress ? "menu" : undefined,
    tabindex: isSelected ? "0" : "-1",
  };
}

/** Returns the attributes of a toggle, which is decoration without a label. */
function toggleAttributes({ label }: ToggleState): Attributes {
  return label ? { role: "img", "aria-hidden": undefined, ...named(label) }
    : { role: undefined, "aria-hidden": "true", "aria-label": undefined };
}

/** Returns the attributes of a view's name; none if the app names it. */
function named(label = ""): Attributes {
  return label ? { "aria-label": label } : {};
}
