import type { Setting } from "../contract/messages";
import type { Shown } from "./tapReactions";

/** The changes that a directive makes. */
export interface Change extends Shown {
  /** Whether it may animate: a verdict that came too late may not (rule D7). */
  mayAnimate: boolean;
  /** The settings that have changed. */
  news: Setting[];
  /** The settings before. */
  former: Setting[];
}
