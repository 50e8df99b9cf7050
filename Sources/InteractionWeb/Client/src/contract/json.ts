// Messages from protobuf's JSON, as traces and calls over HTTP have them.
import { fieldsOf, isMessage, namesOf } from "./schema";
import type { Message, Value } from "./schema";
import type { Duration, Messages } from "./messages";

/**
 * A message from what `JSON.parse` makes of its JSON. What a later contract has added is left out:
 * fields, and values of enums, that the tables do not know.
 */
export function fromJSON<Name extends keyof Messages>(type: Name, json: unknown): Messages[Name] {
  return message(type, json) as Messages[Name];
}

function message(type: string, json: unknown): Message {
  if (type === "Duration") return duration(String(json)) as Message;
  const message: Message = {};
  fieldsOf(type).forEach((field) => {
    const found = (json as Record<string, unknown>)[field.name];
    if (found === undefined || found === null) return;
    const read = field.isRepeated
      ? (found as unknown[]).map((each) => value(field.type, each)).filter(isKnown)
      : value(field.type, found);
    if (read !== undefined) message[field.name] = read;
  });
  return message;
}

function value(type: string, json: unknown): Value | undefined {
  const names = namesOf(type);
  if (names) return names.find((name, number) => name === json || number === json);
  if (isMessage(type)) return message(type, json);
  if (type === "bool") return json === true;
  if (type === "string") return String(json);
  if (type === "bytes") return Uint8Array.from(atob(String(json)), (each) => each.charCodeAt(0));
  return Number(json);
}

function isKnown(value: Value | undefined): value is Value {
  return value !== undefined;
}

/** A span such as `2.5s`. */
function duration(text: string): Duration {
  const nanos = Math.round(parseFloat(text) * 1e9);
  return { seconds: Math.trunc(nanos / 1e9), nanos: nanos % 1e9 };
}
