import type { BadgeContent, BadgeState, CurrentBadge, CurrentState, Setting, SourceOffset }
  from "../contract/messages";

/**
 * Returns the state from which a new session shows the same (rule T6, origin `restore`). It lacks
 * the orders that hold a toggle's look (rule R10).
 */
export function restoration(settings: Setting[], offsets: SourceOffset[]): CurrentState {
  const current: CurrentState = { offsets, badges: [] };
  for (const { selection, layout, toggle, floor, gate, navigation, badge } of settings) {
    if (selection) current.selectedTab = selection.selected ?? 0;
    if (floor) {
      current.floorOpen = floor.phase === "open"
        || floor.phase === "opening";
      current.floorOff = floor.off;
    }
    if (gate) current.signedIn = gate.signedIn;
    if (navigation) [current.pages, current.tabPages] = [navigation.pages, navigation.tabPages];
    if (toggle?.look === "above") (current.aboveToggles ??= []).push(toggle.id ?? "");
    if (layout) {
      current.items = layout.items?.flatMap(({ change }) => change ?? []);
      current.barHidden = layout.hidden;
    }
    if (badge) current.badges!.push(restored(badge));
  }
  return current;
}

function restored(badge: BadgeState): CurrentBadge {
  // A count of 0 is not shown either, and reappears with the next count.
  const countsNothing = badge.style === "number" && badge.text === "0";
  return {
    tab: badge.tab ?? 0, content: content(badge), hidden: !badge.shown && !countsNothing,
    move: { dx: badge.dx ?? 0, dy: badge.dy ?? 0 }, height: badge.height ?? 0,
    loop: badge.loop ?? "none",
  };
}

/** Returns the badge content that would look like this. */
function content({ style, text = "" }: BadgeState): BadgeContent {
  switch (style) {
    case "new": return { newMark: {} };
    case "text": return { text };
    case "number": {
      const number = parseInt(text, 10) || 0;
      // A truncated count shows its maximum and a plus.
      return { count: text.endsWith("+") ? { count: number + 1, max: number }
        : { count: number, max: 0 } };
    }
    default: return { dot: {} };
  }
}
