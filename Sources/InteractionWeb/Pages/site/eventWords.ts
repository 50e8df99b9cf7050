import { MessageType } from "../../Client/src/contract/fields";
import type {
  AssetEvent, AssetKind, BadgeEvent, HeldDrag, InteractionEvent, ItemChange, MoveEvent,
  NavigateEvent, PageDragEvent
} from "../../Client/src/contract/messages";
import { fieldsOf } from "../../Client/src/contract/schema";
import { fromBase64 } from "../../Client/src/session/base64";
import { formedMessage } from "./lineForms";
import { badgeContent, isReset, surface } from "./stateWords";
import { integerOf, natural } from "./traceLine";
import type { TraceLine } from "./traceLine";

/** The events whose words have a form: the field of the event, then the form. */
const forms = new Map(Object.entries({
  scroll: "scroll source drag phase [x=] y= [velocity=]",
  pointer: "pointer pointer phase target x= y=",
  tap: "tap 'tab' tab",
  select: "selectTab 'tab' tab",
  press: "pressTab 'tab' tab",
  order: "orderToggle toggle look",
  animation: "animationEnded directive outcome",
  floor: "floor command",
  account: "account change",
  refresh: "refreshDone 'done'",
  hold: "holdExpired 'expired' target",
  content: "contentSize source width= height=0",
  list: "listShown 'shown' source list",
  selection: "selectionVerdict allowed/verdict:allowed|vetoed tab",
  swiping: "swiping on/state:on|off",
  bar: "bar hidden/state:hidden|shown",
}));

/** Reads the words of an event, without its time. */
export function eventOf(line: TraceLine): InteractionEvent {
  const word = line.next("the kind of event");
  const [name, ...form] = forms.get(word)?.split(" ") ?? [];
  const field = fieldsOf[MessageType.InteractionEvent]!.find((each) => each?.name === name);
  return field ? { [field.name]: formedMessage(line, field.type, form.join(" ")) }
    : otherEvent(word, line);
}

function otherEvent(word: string, line: TraceLine): InteractionEvent {
  switch (word) {
    case "tick": return { tick: { byServer: line.takes("server") } };
    case "background": case "foreground": return { lifecycle: { state: word } };
    case "surface": return { surface: surface(line) };
    case "asset": return asset(line);
    case "held": return { heldDrags: {
      drags: line.rest().map(heldDrag),
      pointers: line.list("pointers").map((each) => integerOf(each, "pointers", 32, natural)),
    } };
    case "menu":
      return { menu: line.oneOf("the choice", ["chosen", "dismissed"]) === "dismissed"
        ? { dismissed: {} } : formedMessage(line, MessageType.MenuEvent, "chosen/entry") };
    case "badge": return { badge: {
      ...formedMessage<BadgeEvent>(line, MessageType.BadgeEvent, "tab"), ...operation(line),
    } };
    case "navigate": return { navigate: navigation(line) };
    case "drag": {
      const drag: PageDragEvent = formedMessage(
        line, MessageType.PageDragEvent, "subject phase [route] velocity=0");
      const axis = drag.subject === "scan" ? "y" : "x";
      return { pageDrag: {
        ...drag, ...formedMessage(line, MessageType.PageDragEvent, `translation/${axis}=0`),
      } };
    }
    case "item": return { item: item(line) };
    case "move": return { move: move(line) };
    default: throw new Error(`unknown event '${word.slice(0, 20)}'`);
  }
}

function asset(line: TraceLine): InteractionEvent {
  const slot = line.next("the slot");
  const word = line.oneOf("the kind", ["still", "animated", "failed", "looped"]);
  if (word === "looped") return { assetLooped: { slot } };
  if (word === "failed") return { asset: { slot, kind: "none" } };
  const size: AssetEvent = formedMessage(line, MessageType.AssetEvent, "width= height=");
  return { asset: { ...size, slot, kind: word as AssetKind } };
}

function heldDrag(word: string): HeldDrag {
  const [, source, drag] = /^([^/]+)\/(\d+)$/.exec(word) ?? [];
  if (source && drag) return { source, drag: integerOf(drag, "the drag", 32, natural) };
  throw new Error(`'${word}' must be a source and a drag such as home/1`);
}

function move(line: TraceLine): MoveEvent {
  const experienceDigest = line.next("the digest");
  const definition = line.next("the definition");
  if (!/^[A-Za-z0-9+/]+$/.test(definition)) throw new Error("the definition is not Base64");
  return { experienceDigest, definition: fromBase64(definition) };
}

function operation(line: TraceLine): BadgeEvent {
  const word = line.oneOf("the operation", [
    "set", "text", "increase", "decrease", "clear", "hide", "show", "move", "height", "animate"]);
  switch (word) {
    case "set": return { set: badgeContent(line) };
    case "text": return { set: formedMessage(line, MessageType.BadgeContent, "text") };
    case "clear": return { clear: {} };
    case "hide": case "show": return { hidden: word === "hide" };
    case "move": return { move: formedMessage(line, MessageType.BadgeMove, "[dx=] [dy=]") };
    case "height": return formedMessage(line, MessageType.BadgeEvent, "height");
    case "animate": return formedMessage(line, MessageType.BadgeEvent, "animate/animation");
    default: return formedMessage(line, MessageType.BadgeEvent, `${word}/amount`);
  }
}

function navigation(line: TraceLine): NavigateEvent {
  const request: NavigateEvent = formedMessage(
    line, MessageType.NavigateEvent, "operation [route] [style=] [keeps-bar=]");
  return !line.has("key-width") ? request : {
    ...request,
    keyFrame: formedMessage(line, MessageType.Rect,
      "[x/key-x=] [y/key-y=] width/key-width= height/key-height="),
  };
}

function item(line: TraceLine): ItemChange {
  const change: ItemChange = formedMessage(line, MessageType.ItemChange,
    "tab [title=] [image=] [selected-image=] [enabled=] [hidden=]");
  if ((line.pair("reset") ?? "true") !== "true") {
    throw new Error("reset is false; must be true, or left out");
  }
  return { ...change, reset: isReset(change) };
}
