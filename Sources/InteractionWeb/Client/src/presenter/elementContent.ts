import type { BadgeState, ButtonLook, TextFont, TextSpan } from "../contract/messages";
import type { Rect } from "./geometry";

/** The content of an element. */
export type ElementContent =
  /** A view of the app, such as a list, a page or a bar. */
  | { kind: "view" }
  /** A colour, RRGGBB. */
  | { kind: "color"; color: string }
  /** An item of the tab bar. */
  | { kind: "item"; look: ButtonLook; looksPressed: boolean }
  /** A picture. */
  | { kind: "picture"; picture: ImageContent }
  /** Two pictures, one below the other; the content offset selects the visible part. */
  | { kind: "strip"; pictures: ImageContent[] }
  /** A line of text. */
  | { kind: "text"; text: TextContent }
  /** A count, a dot or a text. */
  | { kind: "badge"; badge: BadgeState }
  /** An animation file, at its last or its first frame. */
  | { kind: "animation"; name: string; isAtEnd: boolean }
  /** A page above the root, by its route in the app. */
  | { kind: "page"; route: string }
  /** The root: the parent of all elements below the pages. */
  | { kind: "root" }
  /** A snapshot of a part of a view, taken when an element with this number first appears. */
  | { kind: "capture"; of: string; frame: Rect; number: number };

/** A picture. */
export interface ImageContent {
  /** The picture's name in the app. */
  name: string;
  /** The name of the picture behind it; empty for none. */
  background: string;
  /** True if it plays, from its first frame. */
  isPlaying: boolean;
  /** The range over which it fades to transparent, as fractions of its height; absent for none. */
  fade?: [from: number, to: number];
}

/** A line of text. */
export interface TextContent {
  /** The text without attributes. */
  plain: string;
  /** The attributed text, which replaces `plain` in clients that support it; empty for none. */
  rich: TextSpan[];
  /** The colour, RRGGBB; empty for the client's choice. */
  color: string;
  /** The font. */
  font: TextFont;
}
