import type { Setting } from "../contract/messages";
import type { PendingChanges } from "./tapPredictor";

/** The changes of a directive. */
export interface DirectiveChanges extends PendingChanges {
  /** True if it may animate: not if it decides about an expired hold (rule D7). */
  mayAnimate: boolean;
  /** The changed settings. */
  settings: Setting[];
  /** The previous settings. */
  previousSettings: Setting[];
}
