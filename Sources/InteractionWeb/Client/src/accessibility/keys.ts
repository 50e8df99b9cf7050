// The keys of the bar's items and of pages (rule U3).
import type { InteractionEvent, Setting } from "../contract/messages";
import { visibleState } from "../presenter/visibleState";

/** A key, as in a `KeyboardEvent`. */
export type Key = Pick<KeyboardEvent, "key" | "shiftKey" | "ctrlKey" | "altKey" | "metaKey">;

/** The reaction to a key: an event to report, or a tab to focus. */
export type KeyReaction = { event: InteractionEvent } | { focus: number };

/**
 * Returns the reaction to a key; undefined for a key that the browser handles.
 *
 * @param tab - The focused tab, if one is.
 * @param isRightToLeft - True if the bar's first item is at the right.
 */
export function reaction(
  key: Key, tab: number | undefined, settings: Setting[], isRightToLeft: boolean,
): KeyReaction | undefined {
  if (key.ctrlKey || key.altKey || key.metaKey) return undefined;
  if (key.key === "Escape") {
    const event = closing(settings);
    return event && { event };
  }
  if (tab === undefined) return undefined;
  const items = visibleState(settings).layout?.items ?? [];
  const forward = isRightToLeft ? -1 : 1;
  const nextTab = (step: number) => ({ focus: (tab + step + items.length) % items.length });
  switch (key.key) {
    case "Enter": case " ": return { event: { tap: { tab } } };
    case "ArrowRight": return nextTab(forward);
    case "ArrowLeft": return nextTab(-forward);
    case "Home": return { focus: 0 };
    case "End": return { focus: items.length - 1 };
    case "F10": case "ContextMenu": {
      const isAsked = key.key === "ContextMenu" || key.shiftKey;
      return isAsked && items[tab]?.longPress ? { event: { pressTab: { tab } } } : undefined;
    }
    default: return undefined;
  }
}

/** Returns the event that closes the floor, or else removes the top page; undefined for neither. */
function closing(settings: Setting[]): InteractionEvent | undefined {
  const { floor } = visibleState(settings);
  return floor?.phase === "open" ? { floor: { command: "close" } } : leaving(settings);
}

/** Returns the event that removes the top page; undefined if there is none. */
export function leaving(settings: Setting[]): InteractionEvent | undefined {
  const top = visibleState(settings).navigation?.pages?.slice(-1)[0];
  return top && { navigate: { operation: top.presented ? "dismiss" : "pop" } };
}
