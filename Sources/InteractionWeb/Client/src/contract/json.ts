// Decodes messages from protobuf's JSON, as in traces and HTTP calls.
import { EnumType, MessageType } from "./fields";
import type { Duration, Messages } from "./messages";
import { fieldsOf, Kind, namesOf } from "./schema";
import type { Field, Message, FieldValue } from "./schema";

/**
 * Decodes a message from parsed JSON. Unknown fields and enum values of a later contract are
 * skipped.
 */
export function fromJSON<Type extends MessageType>(type: Type, json: unknown): Messages[Type] {
  return message(type, json) as Messages[Type];
}

function message(type: MessageType, json: unknown): Message {
  if (type === MessageType.Duration) return duration(String(json)) as Message;
  const message: Message = {};
  fieldsOf[type]!.forEach((field) => {
    const found = (json as Record<string, unknown>)[field.name];
    if (found === undefined || found === null) return;
    const read = field.isRepeated
      ? (found as unknown[]).map((each) => value(field, each)).filter(isKnown)
      : value(field, found);
    if (read !== undefined) message[field.name] = read;
  });
  return message;
}

function value({ kind, type }: Field, json: unknown): FieldValue | undefined {
  if (kind === Kind.enum) {
    const prefix = EnumType[type]!.replace(/\B[A-Z]/g, "_$&");
    return namesOf[type]!.find(
      (name, number) => `${prefix}_${name}`.toUpperCase() === json || number === json);
  }
  if (kind === Kind.message) return message(type, json);
  if (kind === Kind.bool) return json === true;
  if (kind === Kind.string) return String(json);
  if (kind === Kind.bytes) return Uint8Array.from(atob(String(json)), (each) => each.charCodeAt(0));
  return Number(json);
}

function isKnown(value: FieldValue | undefined): value is FieldValue {
  return value !== undefined;
}

/** Parses a duration such as `2.5s`. */
function duration(text: string): Duration {
  const nanos = Math.round(parseFloat(text) * 1e9);
  return { seconds: Math.trunc(nanos / 1e9), nanos: nanos % 1e9 };
}
