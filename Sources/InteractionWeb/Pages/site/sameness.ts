import { decodeFields } from "../../Client/src/contract/decoder";
import type { Cause, Setting } from "../../Client/src/contract/messages";
import { Kind, readFields } from "../../Client/src/contract/schema";
import { directiveMoment } from "../shared/words";
import type { EncodedDirective } from "./encodedDirective";

// The comparison of directives.

/** Returns the content of a setting, without its generation. */
export function settingContent({ generation: _, ...shown }: Setting): string {
  return JSON.stringify(shown);
}

const shownFields = readFields(`atUs=3${Kind.int}replacesAll=5${Kind.bool}settings${Kind.bytes}*`
  + `timeline${Kind.bytes}effects${Kind.bytes}*`);

/**
 * Returns the content of a directive, and its cause. The numbers of directives, events and
 * generations depend on earlier directives, and do not count.
 */
export function content({ directive: { cause }, bytes }: EncodedDirective): string {
  const { settings = [], ...shown } = decodeFields(shownFields, bytes) as {
    settings?: Uint8Array[]; [name: string]: unknown;
  };
  return JSON.stringify([withoutNumber(cause),
    settings.map((each) => each.subarray(numberLength(each)).join()),
    Object.entries(shown).map(String)]);
}

/** Returns the length of a message's first field, a number. */
function numberLength(bytes: Uint8Array): number {
  if (bytes[0] !== 8) return 0;
  let at = 1;
  while (bytes[at]! >= 0x80) at += 1;
  return at + 1;
}

function withoutNumber(cause: Cause = {}): Cause | "event" {
  return cause.eventSequence === undefined ? cause : "event";
}

/** Returns whether both lists show the same. */
export function areSame(
  some: readonly EncodedDirective[], others: readonly EncodedDirective[],
): boolean {
  return some.length === others.length
    && some.every((each, index) => content(each) === content(others[index]!));
}

/** Returns the settings that the directives leave, each by its aspect. */
export function apply(
  directives: readonly EncodedDirective[], shown: ReadonlyMap<string, string>,
): Map<string, string> {
  const settings = new Map(shown);
  for (const { directive } of directives) {
    if (directive.replacesAll) settings.clear();
    for (const setting of directive.settings ?? []) {
      settings.set(aspect(setting), settingContent(setting));
    }
  }
  return settings;
}

/** Returns the subject of a setting: its kind, with the name or the index of the toggle or tab. */
export function aspect(setting: Setting): string {
  return `${kind(setting)} ${setting.toggle?.id ?? setting.badge?.tab ?? ""}`.trim();
}

/** Returns the kind of a setting. */
export function kind(setting: Setting): string {
  return Object.keys(setting).find((key) => key !== "generation") ?? "unknown";
}

/** Returns the encoded directive without the number of the event that caused it. */
export function exactContent({ directive, bytes }: EncodedDirective): string {
  if (directive.cause?.eventSequence === undefined) return bytes.join();
  // The cause is the second field, with a byte each for its number and its length.
  const cause = numberLength(bytes);
  return [...bytes.subarray(0, cause), "cause", ...bytes.subarray(cause + 2 + bytes[cause + 1]!)]
    .join();
}

/**
 * Returns a line with `-` for each directive of a list that the other one does not have, then one
 * with `+` for each that only the other has.
 */
export function differenceLines(
  some: readonly EncodedDirective[], others: readonly EncodedDirective[], startUs: number,
): string[] {
  const [left, right] = [some.map(content), others.map(content)];
  if (left.join() === right.join()) return [];
  const gone = some.filter((_, index) => !right.includes(left[index]!));
  const added = others.filter((_, index) => !left.includes(right[index]!));
  // Otherwise their order or their numbers differ.
  const [before, after] = gone.length + added.length > 0 ? [gone, added] : [some, others];
  return [...before.map((each) => `- ${directiveLine(each, startUs)}`),
    ...after.map((each) => `+ ${directiveLine(each, startUs)}`)];
}

/** Returns a directive with its time since the start. */
export function directiveLine({ directive }: EncodedDirective, startUs: number): string {
  return `${seconds((directive.atUs ?? 0) - startUs)}  < ${directiveMoment(directive).text}`;
}

/** Returns a time, right-aligned. */
export function seconds(timeUs: number): string {
  return `${(timeUs / 1e6).toFixed(3).padStart(9)} s`;
}
