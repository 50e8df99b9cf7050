// The accessibility tree of a presented state (rules U2, U3).
import type { BadgeState, InteractionEvent, ItemLayout, Setting } from "../contract/messages";
import type { PresentedScene } from "../presenter/scene";
import { floorPage, list, page, stacked, tab, tabBar, toggle } from "../presenter/targets";
import { visibleState } from "../presenter/visibleState";
import type { VisibleState } from "../presenter/visibleState";
import { leaving } from "./keys";

/** The role of a node; a group is the root, and a page is one above it. */
export type Role =
  | "group" | "list" | "tablist" | "toolbar" | "tab" | "button" | "link" | "tabpanel" | "image"
  | "dialog" | "page";

/** A view that a screen reader finds. */
export interface AccessibilityNode {
  /** The view, a target path; `root` for the container of everything below the pages. */
  target: string;
  role: Role;
  /** The name; empty if the app names the view. */
  label: string;
  /** The text spoken after the name, of a tab's badge; empty for none. */
  value: string;
  isSelected?: boolean;
  isDisabled?: boolean;
  /** True if a long press has an effect. */
  hasLongPress?: boolean;
  /** True if the other nodes cannot be reached. */
  isModal?: boolean;
  /** True if the node and those inside cannot be reached. */
  isHidden?: boolean;
  /** The actions in place of gestures. */
  actions: AccessibilityAction[];
}

/** The names of the actions. */
export const actionNames = ["open", "close", "back"] as const;

/** An action in place of a gesture. */
export interface AccessibilityAction {
  name: typeof actionNames[number];
  /** The spoken name. */
  label: string;
  /** The event to report. */
  event: InteractionEvent;
}

/** Stands for the container of everything below the pages, which has no target of its own. */
export const root = "root";

/** Returns the nodes of all views that the settings describe, also of hidden ones. */
export function nodes(settings: Setting[]): AccessibilityNode[] {
  const state = visibleState(settings);
  const { layout, selection, badges, toggles, floor, floorLayout, navigation } = state;
  const { openLabel, closeLabel } = floorLayout ?? {};
  const open = action("open", floor?.off ? "" : openLabel, { floor: { command: "open" } });
  const close = action("close", closeLabel, { floor: { command: "close" } });
  const source = floorSource(state);
  const items = layout?.items ?? [];
  const isOpen = floor?.phase === "open";
  const found = [node(root, "group", {
    isHidden: isOpen, actions: source === undefined ? open : [],
  })];
  if (source !== undefined && open.length) {
    found.push(node(list(source), "list", { actions: open }));
  }
  // A tab list has only tabs: in a bar with other items tabs are buttons.
  const isTabList = items.every(isTab);
  if (layout) found.push(node(tabBar, isTabList ? "tablist" : "toolbar"));
  items.forEach((item, index) => {
    const badge = badges.find((each) => (each.tab ?? 0) === index);
    const isSelected = index === (selection?.selected ?? 0) && isTab(item);
    found.push(
      itemNode(tab(index), item, badge, isSelected, isTabList),
      node(page(index), "tabpanel", { label: item.label ?? "" }),
    );
  });
  for (const { id = "", label = "" } of toggles) {
    // Decoration without a label.
    found.push(node(toggle(id), "image", { label, isHidden: !label }));
  }
  if (floor) {
    // While it opens or closes, it is visible and takes touches.
    const isAway = !isOpen && floor.phase !== "opening" && floor.phase !== "closing";
    found.push(node(floorPage, "dialog", {
      label: floorLayout?.label ?? "", isModal: isOpen, isHidden: isAway, actions: close,
    }));
  }
  const pages = navigation?.pages ?? [];
  pages.forEach((_, index) => {
    const isTop = index === pages.length - 1;
    const actions = isTop ? action("back", navigation?.backLabel, leaving(settings)) : [];
    found.push(node(stacked(index), "page", { actions }));
  });
  return found;
}

/**
 * Returns the nodes that can be reached, in focus order: that of the scene, without hidden views
 * and pictures.
 */
export function accessibilityTree(
  settings: Setting[], { elements }: PresentedScene,
): AccessibilityNode[] {
  const all = nodes(settings).filter(({ isHidden }) => !isHidden);
  const modal = all.filter(({ isModal }) => isModal);
  const isShown = (target: string | undefined): boolean => {
    const element = elements.find((each) => each.target === target);
    return !element || !element.isHidden && isShown(element.parent);
  };
  const order = [root, ...elements.map(({ target }) => target).filter(isShown)];
  const reached = (modal.length ? modal : all)
    .filter(({ actions, target }) => target !== root || actions.length);
  return order.flatMap((target) => reached.filter((each) => each.target === target));
}

/** Returns a tree as text: one line for each node and each action. */
export function treeText(tree: AccessibilityNode[]): string {
  return tree.flatMap((each) => {
    const { target, role, isSelected, isDisabled, hasLongPress, isModal } = each;
    const name = spoken(each);
    const states = {
      selected: isSelected, disabled: isDisabled, "long press": hasLongPress, modal: isModal,
    };
    const words = Object.entries(states).flatMap(([word, isSet]) => (isSet ? word : []));
    const line = [target, role, ...(name ? [quoted(name)] : []), ...words].join(" ");
    const actions = each.actions.map(({ label, event: { floor, navigate } }) => {
      const words = floor ? `floor ${floor.command}` : `navigate ${navigate?.operation}`;
      return `action ${quoted(label)} ${words}`;
    });
    return precedes(each) ? [...actions, line] : [line, ...actions];
  }).map((line) => `${line}\n`).join("");
}

/** Returns whether a node's actions are before it, not at its start. */
export function precedes({ role }: AccessibilityNode): boolean {
  return role === "list";
}

/** Returns the spoken name with the value. */
export function spoken({ label, value }: AccessibilityNode): string {
  return [label, value].filter(Boolean).join(", ");
}

function quoted(text: string): string {
  return `"${text.replace(/[\\"]/g, "\\$&")}"`;
}

function node(
  target: string, role: Role, others: Partial<AccessibilityNode> = {},
): AccessibilityNode {
  return { target, role, label: "", value: "", actions: [], ...others };
}

/** Returns the action if it has a name and an event. */
function action(
  name: AccessibilityAction["name"], label: string | undefined, event: InteractionEvent | undefined,
): AccessibilityAction[] {
  return label && event ? [{ name, label, event }] : [];
}

function itemNode(
  target: string, item: ItemLayout, badge: BadgeState | undefined, isSelected: boolean,
  isInTabList: boolean,
): AccessibilityNode {
  return node(target, isInTabList ? "tab" : item.role === "link" ? "link" : "button", {
    label: item.label ?? "", value: badge?.label ?? "", isSelected,
    isDisabled: item.disabled ?? false, hasLongPress: item.longPress ?? false,
  });
}

/** Returns whether an item can be selected. */
function isTab({ role = "tab" }: ItemLayout): boolean {
  return role === "tab" || role === "unspecified";
}

/** Returns the list in front of the floor: the one that moves it, or else the first tab's first. */
function floorSource({ floorLinks, layout }: VisibleState): string | undefined {
  const link = floorLinks.find(({ source, target }) => source && target?.startsWith("floor/"));
  return link?.source ?? layout?.items?.[0]?.lists?.[0];
}
