import type { Outcomes } from "../playground/outcomeRequests";
import type { ComparedPart, ComparedRecording } from "./comparing";
import { named } from "./figures";

// The outcomes of several recordings, in the words and numbers of `interaction-load what-if`.

/** A recording that was compared. */
type Compared = Extract<ComparedRecording, { kind: "compared" }>;

/** The maximum number of groups. */
const mostGroups = 10;

/** The limits of the page's comparison. */
const smaller = "This is the smaller comparison: without times, and without resumed connections. "
  + "The complete one: interaction-load what-if";

/** Returns the outcomes of recordings by name. */
export function summary(recordings: ReadonlyMap<string, ComparedRecording>): Outcomes {
  const all = [...recordings];
  const compared = all.flatMap(([name, each]) =>
    each.kind === "compared" ? [{ name, ...each }] : []);
  const changed = compared.filter(({ difference }) => difference).length;
  const sessions = compared.length;
  const verdict = sessions === 0 ? "no session was compared"
    : changed === 0 ? `nothing changes in ${count(sessions, "session")}`
      : `something changes in ${changed} of ${count(sessions, "session")}`
        + ` (${percent(changed, sessions)})`;
  const groups = grouped(compared.flatMap(({ name, difference }) =>
    difference ? [{ key: difference.text, name, timeUs: difference.timeUs }] : []));
  const { figures, unchanged } = figureRows(compared);
  return {
    verdict, sessions, changed, notes: [...notes(compared), ...uncompared(all), smaller], figures,
    ...(unchanged > 0 ? { unchanged: `${count(unchanged, "more figure")} without a change` } : {}),
    groups: groups.slice(0, mostGroups).map(([text, [first, ...rest]]) => ({
      text: `${count(rest.length + 1, "session")}: ${text}`, recording: first!.name,
      time: `${Math.round(first!.timeUs / 1e4) / 100} s`,
    })),
    ...(groups.length > mostGroups
      ? { moreGroups: count(groups.length - mostGroups, "more kind") } : {}),
  };
}

/** Groups items by key, the largest groups first. */
function grouped<Item extends { readonly key: string }>(
  items: readonly Item[]
): [string, Item[]][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(item.key, [...(groups.get(item.key) ?? []), item]);
  return [...groups].sort(([, one], [, other]) => other.length - one.length);
}

function notes(compared: readonly Compared[]): string[] {
  const sum = (value: (each: Compared) => number) =>
    compared.reduce((total, each) => total + value(each), 0);
  const coverage: [string, number][] = [
    ["exact: up to each session's first difference", sum(({ exact }) => exact.events)],
    ["same fingers: after it, if users had moved alike", sum(({ assumed }) => assumed.events)],
    ["unknown: not counted", sum(({ unknownEvents }) => unknownEvents)],
  ];
  const events = coverage.reduce((total, [, value]) => total + value, 0);
  const assumed = sum(({ isAssumed }) => (isAssumed ? 1 : 0));
  const ends = grouped(compared.flatMap(({ end }) => (end === undefined ? [] : [{ key: end }])));
  return [
    ...coverage.filter(([, value]) => value > 0).map(([name, value]) =>
      `${percent(value, events)} of ${events} events are ${name}`),
    ...(assumed > 0 ? [`${count(assumed, "session")}: recorded by a version that decides otherwise`
      + " than the saved one, so all is same fingers"] : []),
    ...ends.map(([reason, { length }]) => `${count(length, "session")}: ${reason}`),
  ];
}

function uncompared(all: readonly (readonly [string, ComparedRecording])[]): string[] {
  return grouped(all.flatMap(([name, each]) =>
    each.kind === "unusable" ? [{ key: each.reason, name }] : [])).map(([reason, items]) =>
    `not compared: ${count(items.length, "recording")} ${reason}, such as ${items[0]!.name}`);
}

/** Returns the named figures and those that change; the others are only counted. */
function figureRows(
  compared: readonly Compared[]
): { figures: string[][]; unchanged: number } {
  const parts = compared.flatMap(({ exact, assumed }) => [exact, assumed]);
  const names = new Set(
    parts.flatMap(({ saved, edited }) => Object.keys({ ...saved, ...edited })));
  const order = [...named.filter((name) => names.has(name)),
    ...[...names].filter((name) => !named.includes(name)).sort()];
  const rows = order.map((name) => {
    const sum = (part: (each: Compared) => ComparedPart, side: "saved" | "edited") =>
      compared.reduce((total, each) => total + (part(each)[side][name] ?? 0), 0);
    const exact = [
      sum((each) => each.exact, "saved"), sum((each) => each.exact, "edited")] as const;
    const assumed = [
      sum((each) => each.assumed, "saved"), sum((each) => each.assumed, "edited")] as const;
    const [saved, edited] = [0, 1].map((side) =>
      (exact[side]! + assumed[side]!) / compared.length) as [number, number];
    return {
      isShown: named.includes(name) || exact[0] !== exact[1] || assumed[0] !== assumed[1],
      cells: [name, text(saved), text(edited), change(saved, edited),
        `${text(exact[0])} → ${text(exact[1])}`, `${text(assumed[0])} → ${text(assumed[1])}`],
    };
  });
  const shown = rows.filter(({ isShown }) => isShown);
  return { figures: shown.map(({ cells }) => cells), unchanged: rows.length - shown.length };
}

function count(number: number, noun: string): string {
  return number === 1 ? `1 ${noun}` : `${number} ${noun}s`;
}

function percent(part: number, whole: number): string {
  return whole === 0 ? "–" : `${text(part / whole * 100)} %`;
}

function change(old: number, next: number): string {
  if (old === next) return "=";
  if (old === 0) return "new";
  const share = (next - old) / Math.abs(old) * 100;
  return `${share > 0 ? "+" : ""}${text(share)} %`;
}

/** Returns a number with three significant digits, or the whole number from 100. */
function text(value: number): string {
  const size = Math.abs(value);
  const digits = size >= 100 ? 1 : size >= 10 ? 10 : size >= 1 ? 100 : 1000;
  return String(Math.round(value * digits) / digits);
}
