import { decode } from "../../Client/src/contract/codec";
import { MessageType } from "../../Client/src/contract/fields";
import { readDefinition } from "../definition/definition";
import { encodedDirective } from "./directiveText";
import { eventOf } from "./eventWords";
import { currentState, surface } from "./stateWords";
import type { TraceContent, TraceHeader, TraceStep } from "./traceFile";
import { integerOf, natural, TraceLine } from "./traceLine";

const words = ["trace", "experience", "digest", "definition", "client", "surface", "start",
  "current", "connection", "state", "selection", "buckets", ">", "<"];

/**
 * Returns whether the text form begins with these bytes: with the word `trace`, or a comment. A
 * binary header of 33 bytes begins with `#`, a line feed and `!`, with which no line begins.
 */
export function isTextTrace(bytes: Uint8Array): boolean {
  return /^(#(?!\n!)|[ \n#]*trace)/.test(new TextDecoder().decode(bytes.subarray(0, 64)));
}

/**
 * Reads the text form, with Unix or Windows line endings. Blank lines and lines that begin with `#`
 * are skipped.
 *
 * @throws Error with the line if it is malformed.
 */
export function readTextTrace(text: string): TraceContent {
  const steps: TraceStep[] = [];
  let header: TraceHeader | undefined;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const [, word = "", rest = ""] = /^ *([^ ]+) ?(.*)$/s.exec(line) ?? [];
    if (word === "" || line.startsWith("#")) continue;
    try {
      if (word === "trace") {
        if (rest !== "1") throw new Error(`the version is '${rest.slice(0, 20)}'; must be 1`);
        header ??= { surface: phone };
      } else if (!header) throw new Error("must start with 'trace 1'");
      else if (word === ">") steps.push(event(rest));
      else if (word === "<") steps.push(directive(rest));
      else header = { ...header, ...headerPart(word, rest) };
    } catch (error) {
      throw new Error(`line ${index + 1}: ${error instanceof Error ? error.message : error}`);
    }
  }
  if (!header) throw new Error("the file is empty");
  return { header, steps };
}

/** The surface of a trace that has none. */
const phone = {
  width: 375, height: 812, scale: 3, insets: { top: 44, bottom: 34 },
  direction: "left_to_right" as const,
};

function headerPart(word: string, rest: string): TraceHeader {
  switch (word) {
    case "experience": return { experience: rest };
    case "definition": return { definition: definition(rest) };
    case "surface": return { surface: read(rest, surface) };
    case "start":
      return { timeUs: read(rest, (line) => time(line, "the start time")) };
    case "current": return { current: read(rest, currentState) };
    // No page plays a resumed session; that there is a state is enough.
    case "state": return { state: new TextEncoder().encode(rest) };
    case "digest": case "client": case "connection": case "selection": case "buckets": return {};
    default: throw new Error(
      `starts with '${word.slice(0, 20)}'; must be one of ${words.join(", ")}`);
  }
}

/** Reads all words of a line. */
function read<Value>(rest: string, value: (line: TraceLine) => Value): Value {
  const line = new TraceLine(rest);
  const found = value(line);
  line.finish();
  return found;
}

function event(rest: string): TraceStep {
  return read(rest, (line) => {
    const timeUs = time(line, "the time");
    const event = eventOf(line);
    const commandId = line.pair("command");
    if (commandId !== undefined && !/^[\w.-]{1,64}$/.test(commandId)) {
      throw new Error(`command is '${commandId}'; must be 1 to 64 bytes of A-Z a-z 0-9 . _ -`);
    }
    // The client's number, which a replay does not use.
    const number = line.pair("number");
    if (number !== undefined) integerOf(number, "number", 53, natural);
    return { kind: "event", event: { timeUs, ...event, commandId } };
  });
}

function time(line: TraceLine, what: string): number {
  return integerOf(line.next(what), what);
}

function directive(rest: string): TraceStep {
  const bytes = encodedDirective(rest);
  return { kind: "directive", directive: decode(MessageType.Directive, bytes), bytes };
}

function definition(rest: string): Uint8Array {
  const result = readDefinition(rest);
  if (result.kind === "definition") return result.definition;
  throw new Error(result.problems.map(({ field, message }) =>
    `${field || "the definition:"} ${message}`).join("; "));
}
