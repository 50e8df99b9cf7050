// The attributes of the accessibility tree's nodes (rule U2).
import { spoken } from "./tree";
import type { AccessibilityNode, Role } from "./tree";

/** Attributes by name: undefined removes one. Those that are missing are the app's. */
export type Attributes = Readonly<Record<string, string | undefined>>;

/** Returns the attributes of the nodes, by target. */
export function attributes(nodes: AccessibilityNode[]): Map<string, Attributes> {
  const items = nodes.filter(isItem);
  // The item that the Tab key reaches; the arrow keys reach the others.
  const first = items.find(({ isSelected }) => isSelected) ?? items[0];
  return new Map(nodes.map((node) => [node.target, {
    ...others[node.role]?.(node),
    ...(isItem(node) && itemAttributes(node, node === first)),
  }]));
}

/** The attributes of nodes that are no items of the bar, by role. */
const others: Partial<Record<Role, (node: AccessibilityNode) => Attributes>> = {
  group: ({ isHidden }) => ({ inert: isHidden ? "" : undefined }),
  tablist: ({ role }) => ({ role }),
  toolbar: ({ role }) => ({ role }),
  tabpanel: (node) => ({ role: node.role, ...named(node) }),
  image: (node) => node.isHidden
    ? { role: undefined, "aria-hidden": "true", "aria-label": undefined }
    : { role: "img", "aria-hidden": undefined, ...named(node) },
  dialog: (node) => ({
    role: node.role, "aria-modal": node.isModal ? "true" : undefined,
    inert: node.isHidden ? "" : undefined, ...named(node),
  }),
};

function isItem({ role }: AccessibilityNode): boolean {
  return role === "tab" || role === "button" || role === "link";
}

function itemAttributes(node: AccessibilityNode, isFirst: boolean): Attributes {
  const { role, isSelected = false, isDisabled, hasLongPress } = node;
  const isInTabList = role === "tab";
  return {
    role,
    ...named(node),
    "aria-selected": isInTabList ? String(isSelected) : undefined,
    "aria-current": !isInTabList && isSelected ? "page" : undefined,
    "aria-disabled": isDisabled ? "true" : undefined,
    "aria-haspopup": hasLongPress ? "menu" : undefined,
    tabindex: isFirst ? "0" : "-1",
  };
}

/** Returns the attributes of a node's name; none if the app names it. */
function named(node: AccessibilityNode): Attributes {
  return node.label ? { "aria-label": spoken(node) } : {};
}
