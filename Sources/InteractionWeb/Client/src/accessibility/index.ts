// The exports of the package's module `accessibility`.
export { Accessibility } from "./accessibility";
export { accessibilityTree, treeText } from "./tree";
export type { AccessibilityAction, AccessibilityNode, Role } from "./tree";
