// Compares scenes with those of a vector.
import { MessageType } from "../../Sources/InteractionWeb/Client/src/contract/fields";
import { fromJSON } from "../../Sources/InteractionWeb/Client/src/contract/json";
import type { PresentedElement, ImageContent, Rect } from "../../Sources/InteractionWeb/Client/src/presenter/scene";
import type { ElementProperties, Step } from "./vectors";

/** Yields the differences between the elements and the expected ones. */
export function* changes({ line, scene }: Step, elements: PresentedElement[]): Generator<string> {
  const [targets, expected] = [elements.map(({ target }) => target), [...scene.keys()]];
  if (targets.join() !== expected.join()) {
    yield `${line}: shows ${targets.join()}, not ${expected.join()}`;
  }
  for (const element of elements) {
    const known = scene.get(element.target) ?? {};
    for (const [key, value] of Object.entries(shown(element))) {
      if (isSame(value, key === "shows" ? content(known[key]) : known[key])) continue;
      const [is, not] = [JSON.stringify(value), JSON.stringify(known[key])];
      yield `${line}: ${element.target} has ${key} ${is}, not ${not}`;
    }
  }
}

/** Returns an element in the form of vectors. */
function shown({ content, frame, isHidden, parent, values }: PresentedElement): ElementProperties {
  const { translation, rotation, shadow, mask } = values;
  return {
    parent: parent ?? null,
    frame: frame ? numbers(frame) : null,
    shows: shows(content),
    hidden: isHidden,
    opacity: values.opacity,
    translation: [translation.x, translation.y, translation.z],
    scale: [values.scale * values.scaleX, values.scale * values.scaleY],
    rotation: [rotation.x, rotation.y, rotation.z],
    origin: [values.origin.x, values.origin.y],
    perspective: values.perspective,
    shadow: [shadow.opacity, shadow.offset.x, shadow.offset.y, shadow.radius],
    mask: !mask
      ? null
      : mask.kind === "circle"
      ? { circle: mask.diameter }
      : { ellipse: [mask.width, mask.height] },
    contentOffset: [values.contentOffset.x, values.contentOffset.y],
    imageFrame: values.imageFrame ?? null,
  };
}

function numbers({ x, y, width, height }: Rect): number[] {
  return [x, y, width, height];
}

function shows(content: PresentedElement["content"]): unknown {
  switch (content.kind) {
    case "view":
    case "root":
      return { [content.kind]: {} };
    case "color":
      return { color: content.color };
    case "item":
      return { item: { look: content.look, pressed: content.looksPressed } };
    case "picture":
      return { picture: picture(content.picture) };
    case "strip":
      return { strip: content.pictures.map(picture) };
    case "text": {
      const { plain, rich, color, font } = content.text;
      const others = { ...(rich.length && { rich }), ...(color && { color }) };
      return { text: { plain, ...others, ...(Object.keys(font).length && { font }) } };
    }
    case "badge":
      return { badge: content.badge };
    case "animation":
      return { animation: { name: content.name, atEnd: content.isAtEnd } };
    case "page":
      return { page: content.route };
    case "capture": {
      const { of, frame, number } = content;
      return { capture: { of, frame: numbers(frame), number } };
    }
  }
}

function picture({ name, background, isPlaying, fade }: ImageContent): unknown {
  return {
    name,
    ...(background && { background }),
    ...(isPlaying && { playing: true }),
    ...(fade && { fade }),
  };
}

/** Decodes the contract's messages in an element's content. */
function content(json: unknown): unknown {
  const { item, text, badge, ...others } = json as Record<string, ElementProperties>;
  if (badge) return { badge: fromJSON(MessageType.BadgeState, badge) };
  if (item) return { item: { ...item, look: fromJSON(MessageType.ButtonLook, item["look"]) } };
  if (!text) return others;
  const { rich, font, ...rest } = text;
  if (Array.isArray(rich)) rest["rich"] = rich.map((each) => fromJSON(MessageType.TextSpan, each));
  if (font) rest["font"] = fromJSON(MessageType.TextFont, font);
  return { text: rest };
}

/** Returns whether two values are equal, numbers within 1e-6. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one === "number" && typeof other === "number") return Math.abs(one - other) <= 1e-6;
  if (typeof one !== "object" || typeof other !== "object" || !one || !other) return one === other;
  const [left, right] = [Object.entries(one), Object.entries(other)];
  const known = new Map(right);
  return left.length === right.length && left.every(([key, value]) => isSame(value, known.get(key)));
}
