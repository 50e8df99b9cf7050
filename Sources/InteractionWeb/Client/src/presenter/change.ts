import type { Setting } from "../contract/messages";
import type { Shown } from "./tapReactions";

/** The changes of a directive. */
export interface Change extends Shown {
  /** True if it may animate: not if it decides about an expired hold (rule D7). */
  mayAnimate: boolean;
  /** The changed settings. */
  news: Setting[];
  /** The previous settings. */
  former: Setting[];
}
