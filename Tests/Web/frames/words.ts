import { fromBase64 } from "../../../Sources/InteractionWeb/Client/src/session/base64";
import { MessageType } from "../../../Sources/InteractionWeb/Client/src/contract/fields";
import { fromJSON } from "../../../Sources/InteractionWeb/Client/src/contract/json";
import type { OfflinePolicy } from "../../../Sources/InteractionWeb/Client/src/offline/policy";
import { time } from "./script";
import type { InteractionEvent }
  from "../../../Sources/InteractionWeb/Client/src/contract/messages";

/** Parses an event in the text of traces; only the kinds in scripts and recordings. */
export function eventOf(text: string): InteractionEvent {
  const words: string[] = [];
  const pairs = new Map<string, string>();
  for (const word of text.split(" ")) {
    const [key, value] = word.split("=");
    if (value === undefined) words.push(word);
    else pairs.set(key!, value);
  }
  const number = (key: string) => Number(pairs.get(key) ?? 0);
  const [kind, a, b, c] = words;
  switch (kind) {
    case "scroll":
      return {
        scroll: {
          source: a, drag: Number(b), phase: c as "moved",
          x: number("x"), y: number("y"),
          ...(pairs.has("velocity") && { velocity: number("velocity") }),
        },
      };
    case "pointer":
      return {
        pointer: {
          pointer: Number(a), phase: b as "down",
          target: c, x: number("x"), y: number("y"),
        },
      };
    case "tap": return { tap: { tab: Number(b) } };
    case "select": return { selectTab: { tab: Number(b) } };
    case "content":
      return { contentSize: { source: a, width: number("width"), height: number("height") } };
    case "swiping": return { swiping: { on: a === "on" } };
    case "background": return { lifecycle: { state: "background" } };
    case "foreground": return { lifecycle: { state: "foreground" } };
    case "surface":
      return { surface: fromJSON(MessageType.Surface, Object.fromEntries(pairs)) };
    default: throw new Error(`'${text}' is no event that this reader knows`);
  }
}

/**
 * Parses a script's offline policy: `EXPERIENCE after=1000ms followsServer=false`, with the bytes of
 * the app's copy in base64.
 */
export function policyOf(text: string): OfflinePolicy {
  const [experience = "", ...options] = text.split(" ");
  const { after = "0ms", followsServer } = Object.fromEntries(
    options.map((option) => option.split("="))) as Record<string, string>;
  return {
    experience: fromBase64(experience), after: time(after) / 1000,
    followsServer: followsServer !== "false",
  };
}
