import type {
  BadgeContent, BadgeState, Current, CurrentBadge, Directive, Setting, Snapshot, SourceOffset,
} from "../contract/messages";

/** What a client that only applies directives knows (rule D1). */
export class ClientModel {
  private settings: Setting[];
  private lastDirective = 0;

  /** A client that has received `snapshot` and nothing since. */
  constructor(snapshot: Snapshot = {}) {
    this.settings = [...(snapshot.settings ?? [])];
  }

  /** What the client would draw. */
  get snapshot(): Snapshot {
    return { settings: this.settings };
  }

  /** Whether there is anything to draw yet. */
  get isEmpty(): boolean {
    return this.settings.length === 0;
  }

  /** Applies a directive; one that is not newer than what is known changes nothing. */
  apply(directive: Directive): void {
    const { sequence = 0, settings = [] } = directive;
    const isNewer = sequence > this.lastDirective;
    this.lastDirective = Math.max(this.lastDirective, sequence);
    if (directive.replacesAll) {
      if (isNewer) this.settings = [...settings];
      return;
    }
    for (const setting of settings) {
      const index = this.settings.findIndex((known) => aspect(known) === aspect(setting));
      const known = this.settings[index];
      if (known && (setting.generation ?? 0) > (known.generation ?? 0)) {
        this.settings[index] = setting;
      }
    }
  }

  /**
   * What a session that begins anew has to know to show the same (rule T6, origin `restore`). It
   * cannot say whether an order holds a toggle's look (rule R10).
   */
  restoration(offsets: SourceOffset[]): Current {
    const current: Current = { offsets, badges: [] };
    for (const { selection, floor, gate, navigation, badge } of this.settings) {
      if (selection) current.selectedTab = selection.selected ?? 0;
      if (floor) {
        current.floorOpen = floor.phase === "FLOOR_PHASE_OPEN"
          || floor.phase === "FLOOR_PHASE_OPENING";
      }
      if (gate) current.signedIn = gate.signedIn;
      if (navigation) current.pages = navigation.pages;
      if (badge) current.badges!.push(restored(badge));
    }
    return current;
  }
}

/** What a setting is about: the key under which a client keeps it. */
function aspect(setting: Setting): string {
  if (setting.toggle) return `toggle ${setting.toggle.id ?? ""}`;
  if (setting.badge) return `badge ${setting.badge.tab ?? 0}`;
  return Object.keys(setting).find((key) => key !== "generation") ?? "";
}

function restored(badge: BadgeState): CurrentBadge {
  // One that counts nothing is not shown either, and comes back when it counts.
  const countsNothing = badge.style === "BADGE_STYLE_NUMBER" && badge.text === "0";
  return {
    tab: badge.tab ?? 0, content: content(badge), hidden: !badge.shown && !countsNothing,
    move: { dx: badge.dx ?? 0, dy: badge.dy ?? 0 }, height: badge.height ?? 0,
    loop: badge.loop ?? "BADGE_ANIMATION_NONE",
  };
}

/** What would show like this. */
function content({ style, text = "" }: BadgeState): BadgeContent {
  switch (style) {
    case "BADGE_STYLE_NEW": return { newMark: {} };
    case "BADGE_STYLE_TEXT": return { text };
    case "BADGE_STYLE_NUMBER": {
      const number = parseInt(text, 10) || 0;
      // A count that is cut off shows its limit and a plus.
      return { count: text.endsWith("+") ? { count: number + 1, max: number }
        : { count: number, max: 0 } };
    }
    default: return { dot: {} };
  }
}
