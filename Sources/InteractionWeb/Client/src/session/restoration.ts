import type {
  BadgeContent, BadgeState, Current, CurrentBadge, Setting, SourceOffset,
} from "../contract/messages";

/**
 * What a session that begins anew has to know to show the same (rule T6, origin `restore`). It
 * cannot say whether an order holds a toggle's look (rule R10).
 */
export function restoration(settings: Setting[], offsets: SourceOffset[]): Current {
  const current: Current = { offsets, badges: [] };
  for (const { selection, floor, gate, navigation, badge } of settings) {
    if (selection) current.selectedTab = selection.selected ?? 0;
    if (floor) {
      current.floorOpen = floor.phase === "open"
        || floor.phase === "opening";
    }
    if (gate) current.signedIn = gate.signedIn;
    if (navigation) current.pages = navigation.pages;
    if (badge) current.badges!.push(restored(badge));
  }
  return current;
}

function restored(badge: BadgeState): CurrentBadge {
  // One that counts nothing is not shown either, and comes back when it counts.
  const countsNothing = badge.style === "number" && badge.text === "0";
  return {
    tab: badge.tab ?? 0, content: content(badge), hidden: !badge.shown && !countsNothing,
    move: { dx: badge.dx ?? 0, dy: badge.dy ?? 0 }, height: badge.height ?? 0,
    loop: badge.loop ?? "none",
  };
}

/** What would show like this. */
function content({ style, text = "" }: BadgeState): BadgeContent {
  switch (style) {
    case "new": return { newMark: {} };
    case "text": return { text };
    case "number": {
      const number = parseInt(text, 10) || 0;
      // A count that is cut off shows its limit and a plus.
      return { count: text.endsWith("+") ? { count: number + 1, max: number }
        : { count: number, max: 0 } };
    }
    default: return { dot: {} };
  }
}
