// The buttons of the accessibility tree's actions (rule U3).
import { precedes } from "./tree";
import type { AccessibilityAction, AccessibilityNode } from "./tree";

/** An action with its place. */
export interface Action extends AccessibilityAction {
  /** The view with the button. */
  target: string;
  /** True if the button is before the view, not at its start. */
  isBefore: boolean;
}

/** Returns the actions of the nodes, by name. */
export function actions(nodes: AccessibilityNode[]): Partial<Record<Action["name"], Action>> {
  const found = nodes.flatMap((node) => node.actions.map((action) => ({
    ...action, target: node.target, isBefore: precedes(node),
  })));
  return Object.fromEntries(found.map((action) => [action.name, action]));
}
