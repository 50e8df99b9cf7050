import type { InteractionEvent, Setting } from "../../Client/src/contract/messages";
import { directiveWords } from "../shared/words";
import { snakeCase } from "./figures";
import type { EncodedDirective } from "./encodedDirective";
import { aspect, kind, settingContent } from "./sameness";

// First differences, in words without numbers that vary from session to session.

/** Returns the difference of the settings at the opening; undefined if there is none. */
export function firstAtOpening(
  saved: readonly Setting[], edited: readonly Setting[],
): string | undefined {
  const former = new Set(saved.map(settingContent));
  const kinds = new Set(edited.filter((each) => !former.has(settingContent(each)))
    .map((each) => snakeCase(kind(each))));
  const left = new Set(edited.map(aspect));
  const gone = saved.some((each) => !left.has(aspect(each)));
  if (kinds.size === 0 && !gone) return undefined;
  const words = [...[...kinds].sort(), ...(gone ? ["a setting less"] : [])];
  return `at the opening: another ${words.join(", ")}`;
}

/** Returns the difference of the directives after an event. */
export function firstAfter(
  event: InteractionEvent, saved: readonly EncodedDirective[],
  edited: readonly EncodedDirective[],
): string {
  const [before, after] = [outline(saved), outline(edited)];
  const change = before === "" ? `+ ${after}` : after === "" ? `- ${before}`
    : before === after ? `± ${after}` : `${before} → ${after}`;
  const { scroll } = event;
  const words = scroll
    ? `scroll ${scroll.source ?? ""} ${(scroll.phase ?? "").replace(/_/g, " ")}` : label(event);
  return `after ${words}: ${change}`;
}

/** Returns the kind of an event. */
export function label(event: InteractionEvent): string {
  const key = Object.keys(event).find((each) => each !== "timeUs" && each !== "commandId");
  return snakeCase(key ?? "unknown");
}

/** The kinds of events that answer what a directive has shown. */
const answers = [
  "animation_ended", "hold_expired", "refresh_done", "asset_looped", "selection_verdict",
  "navigate", "account", "menu",
];

/** Returns whether an event may not happen if something else is shown. */
export function answersDirective(event: InteractionEvent): boolean {
  return answers.includes(label(event)) || !!event.scroll?.phase?.startsWith("programmatic");
}

function outline(directives: readonly EncodedDirective[]): string {
  return directives.map(({ directive }) => {
    const text = directiveWords(directive).replace(/ to -?[\d.]+(?=,|$)/g, "");
    return text.length > 160 ? `${text.slice(0, 159)}…` : text;
  }).join("; ");
}
