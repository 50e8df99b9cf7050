import type { BadgeState, ButtonLook, TextFont, TextSpan } from "../contract/messages";
import type { Rect } from "./geometry";

/** What an element shows. */
export type Content =
  /** A view of the app: a list, a page, a bar. */
  | { kind: "view" }
  /** A colour, RRGGBB. */
  | { kind: "color"; color: string }
  /** An item of the bar, with all that stands in it. */
  | { kind: "item"; look: ButtonLook; looksPressed: boolean }
  /** A picture. */
  | { kind: "picture"; picture: Picture }
  /** Two pictures, one below the other, of which the content offset shows a part. */
  | { kind: "strip"; pictures: Picture[] }
  /** A line of text. */
  | { kind: "text"; text: Text }
  /** A count, a dot or a word. */
  | { kind: "badge"; badge: BadgeState }
  /** An animation file; at its last frame, or at its first. */
  | { kind: "animation"; name: string; isAtEnd: boolean }
  /** A page above the root, as the app knows it. */
  | { kind: "page"; route: string }
  /** The root: all elements that have this one as their parent. */
  | { kind: "root" }
  /** A picture of a view, taken when an element with this number first shows. */
  | { kind: "capture"; of: string; frame: Rect; number: number };

/** A picture. */
export interface Picture {
  /** The picture, as the app knows it. */
  name: string;
  /** What lies behind it; empty for nothing. */
  background: string;
  /** Whether it plays, from its first frame. */
  isPlaying: boolean;
  /** From which to which part of its height it fades to clear; absent if it does not. */
  fade?: [from: number, to: number];
}

/** A line of text. */
export interface Text {
  /** What it says. */
  plain: string;
  /** What stands in for `plain` where a client shows texts of several looks; empty if nothing. */
  rich: TextSpan[];
  /** Its colour, RRGGBB; empty for the client's choice. */
  color: string;
  /** Its font. */
  font: TextFont;
}
