import { MessageType } from "../../Client/src/contract/fields";
import type {
  BadgeContent, CurrentBadge, CurrentState, Insets, ItemChange, NavigationPage, SourceOffset,
  Surface, TabPages
} from "../../Client/src/contract/messages";
import { formedMessage } from "./lineForms";
import { numberOf } from "./traceLine";
import type { TraceLine } from "./traceLine";

// The words of a session's start: the surface, and the state that the client shows.

export function surface(line: TraceLine): Surface {
  const surface: Surface = formedMessage(line, MessageType.Surface, "width= height= scale=1"
    + " direction=left_to_right [reduced-motion=] [locale=] [text-scale=] [color-scheme=]"
    + " [increased-contrast=]");
  const insets: Insets =
    formedMessage(line, MessageType.Insets, "[top=] [left=] [bottom=] [right=]");
  return Object.values(insets).some((each) => each !== 0) ? { ...surface, insets } : surface;
}

export function badgeContent(line: TraceLine): BadgeContent {
  switch (line.oneOf("the content", ["dot", "new", "text", "number"])) {
    case "dot": return { dot: {} };
    case "new": return { newMark: {} };
    case "text": return formedMessage(line, MessageType.BadgeContent, "text");
    default: return { count: formedMessage(line, MessageType.BadgeCount, "count max/maximum") };
  }
}

/** Returns whether a change takes a tab's item back. */
export function isReset({ tab: _, ...changes }: ItemChange): boolean {
  return Object.keys(changes).length === 0;
}

export function currentState(line: TraceLine): CurrentState {
  const offsets = line.keys.flatMap((key) => offset(line, key));
  const badges: CurrentBadge[] = [];
  const pages: NavigationPage[] = [];
  const tabPages: TabPages[] = [];
  const items: ItemChange[] = [];
  for (let word; (word = line.nextIfAny()) !== undefined;) {
    switch (word) {
      case "badge": badges.push(badge(line)); break;
      case "placed":
        if (badges.length === 0) throw new Error("placed needs a badge before it");
        badges.push({ ...badges.pop(), ...place(line) });
        break;
      case "page": pages.push(page(line)); break;
      case "page-of": {
        const { tab }: TabPages = formedMessage(line, MessageType.TabPages, "tab");
        if (tabPages[tabPages.length - 1]?.tab !== tab) tabPages.push({ tab, pages: [] });
        tabPages[tabPages.length - 1]?.pages?.push(page(line));
        break;
      }
      case "item": {
        const change: ItemChange = formedMessage(line, MessageType.ItemChange,
          "tab title? image? selected-image? enabled? hidden?");
        items.push({ ...change, reset: isReset(change) });
        break;
      }
      default: throw new Error(`unexpected word '${word.slice(0, 20)}'`);
    }
  }
  return {
    ...formedMessage<CurrentState>(line, MessageType.CurrentState, "[selectedTab/tab=]"
      + " [floorOpen/floor=] [signed-in=] [swiping=] [floor-off=] [bar-hidden=]"),
    offsets, badges, pages, tabPages, items, aboveToggles: line.list("above"),
  };
}

/** Returns the offset of a pair; none if the pair is of another kind. */
function offset(line: TraceLine, key: string): SourceOffset[] {
  const [, kind, source = "", list = ""] = /^(offset|unseen)\.([^/]*)\/?(.*)$/.exec(key) ?? [];
  return kind === undefined ? []
    : [{ source, list, y: numberOf(line.pair(key) ?? "", key), unseen: kind === "unseen" }];
}

function badge(line: TraceLine): CurrentBadge {
  const start: CurrentBadge =
    formedMessage(line, MessageType.CurrentBadge, "tab hidden/state:hidden|shown");
  return { ...start, content: badgeContent(line) };
}

function place(line: TraceLine): CurrentBadge {
  const place = numbers(line, "the place", 2);
  return {
    ...place && { move: { dx: place[0], dy: place[1] } },
    ...formedMessage<CurrentBadge>(line, MessageType.CurrentBadge, "height? loop?"),
  };
}

function page(line: TraceLine): NavigationPage {
  const kind = line.oneOf("the kind", ["presented", "pushed", "pushed-keeping-bar"]);
  const page: NavigationPage = formedMessage(line, MessageType.NavigationPage, "style route");
  const frame = numbers(line, "the key view's frame", 4);
  const [x, y, width, height] = frame ?? [];
  return {
    ...page, presented: kind === "presented", keepsBar: kind === "pushed-keeping-bar",
    ...frame && { keyFrame: { x, y, width, height } },
  };
}

/** Returns the numbers of a word; undefined for `-`. */
function numbers(line: TraceLine, what: string, count: number): number[] | undefined {
  const word = line.next(what);
  if (word === "-") return undefined;
  const numbers = word.split(",").map((each) => numberOf(each, what));
  if (numbers.length === count) return numbers;
  throw new Error(`${what} is '${word}'; must be - or ${count} numbers`);
}
