// Draws the content of elements that the app does not draw itself.
import type { BadgeState, ButtonLook, TextFont } from "../contract/messages";
import type { ElementContent, PresentedElement, ImageContent, TextContent } from "../presenter/scene";
import { color, layer } from "./style";

/** The content that only the app can draw. */
export interface ContentProvider {
  /** Returns the picture of this name, which fills its box. */
  picture?(name: string, isPlaying: boolean): Node;
  /** Returns an animation file at its last or its first frame, which fills its box. */
  animation?(name: string, isAtEnd: boolean): Node;
}

/** Returns the nodes of an element's content, which fill its box; undefined for other content. */
export function drawContent({ content, frame }: PresentedElement, library: ContentProvider): Node[] | undefined {
  const height = frame?.height ?? 0;
  switch (content.kind) {
    case "item": return button(content.look, content.looksPressed);
    case "picture": return [picture(content.picture, library)];
    case "strip": return [strip(content.pictures, library)];
    case "text": return [text(content.text, height)];
    case "badge": return [badge(content.badge, height)];
    case "animation":
      return [library.animation?.(content.name, content.isAtEnd)
        ?? library.picture?.(content.name, content.isAtEnd) ?? layer()];
    case "color": case "view": case "page": case "root": case "capture": return undefined;
  }
}

/** Returns the moving part of a strip, which contains its two pictures. */
export function stripContent(content: ElementContent, nodes: readonly Node[] | undefined): HTMLElement | undefined {
  const last = content.kind === "strip" ? nodes?.[0]?.lastChild : undefined;
  return last instanceof HTMLElement ? last : undefined;
}

function button(look: ButtonLook, isPressed: boolean): Node[] {
  const { backgroundColor, backgroundImage, border, cornerRadius = 0 } = look;
  if (!backgroundColor && !backgroundImage && !border && !isPressed) return [];
  const face = layer();
  const image = backgroundImage ? "#eaf5ff" : "transparent";
  Object.assign(face.style, {
    inset: "2px 3px", borderRadius: `${backgroundImage ? 10 : cornerRadius}px`,
    background: color(backgroundColor, image),
  });
  if (border) face.style.border = `${border.width ?? 1}px solid ${color(border.color, "#000")}`;
  if (isPressed) face.style.boxShadow = "inset 0 0 0 100vmax rgb(0 0 0/9%)";
  return [face];
}

function picture({ name, background, isPlaying, fade }: ImageContent, library: ContentProvider): HTMLElement {
  const node = layer();
  for (const each of [background, name]) {
    if (each && library.picture) node.append(layer(library.picture(each, isPlaying)));
  }
  if (fade) {
    node.style.maskImage = node.style.webkitMaskImage =
      `linear-gradient(#000 ${fade[0] * 100}%,transparent ${fade[1] * 100}%)`;
  }
  return node;
}

function strip(pictures: ImageContent[], library: ContentProvider): HTMLElement {
  // Both have the same background, which does not move.
  const node = picture({ ...pictures[0]!, name: "" }, library);
  node.style.overflow = "hidden";
  node.append(layer(...pictures.map((each, index) => {
    const page = picture({ ...each, background: "" }, library);
    page.style.inset = `${index * 100}% 0 ${-index * 100}%`;
    return page;
  })));
  return node;
}

function text({ plain, rich, color: hex, font }: TextContent, height: number): HTMLElement {
  const line = document.createElement("span");
  line.style.color = color(hex, "#575d66");
  line.style.fontSize = `${Math.min(Math.max(height * 0.8, 8), 12)}px`;
  set(font, line);
  if (rich.length === 0) line.textContent = plain;
  for (const span of rich) {
    const part = document.createElement("span");
    part.textContent = span.text ?? "";
    if (span.color) part.style.color = color(span.color, "inherit");
    if (span.font) set(span.font, part);
    line.append(part);
  }
  const node = layer(line);
  Object.assign(node.style, {
    display: "grid", placeContent: "center", whiteSpace: "nowrap", lineHeight: "1",
  });
  return node;
}

function set({ family, size, weight }: TextFont, line: HTMLElement): void {
  if (family) line.style.fontFamily = JSON.stringify(family) + ",inherit";
  if (size !== undefined) line.style.fontSize = `${size}px`;
  if (weight !== undefined) line.style.fontWeight = `${weight}`;
}

/** Returns a badge at the corner of an icon, as wide as its text. */
function badge({ style, text }: BadgeState, height: number): HTMLElement {
  const words = style === "dot" ? "" : text || (style === "new" ? "new" : "");
  const node = layer();
  node.textContent = words;
  Object.assign(node.style, words === "" ? {
    inset: "50%", width: "10px", height: "10px", margin: "-5px", borderRadius: "5px",
  } : {
    right: "auto", minWidth: "100%", padding: "0 4px", borderRadius: `${height / 2}px`,
    boxSizing: "border-box", color: "#fff", fontSize: `${height * 0.64}px`, fontWeight: "600",
    lineHeight: `${height}px`, textAlign: "center", whiteSpace: "nowrap",
  });
  // Dark enough for white text.
  node.style.background = "#d92b21";
  return node;
}
