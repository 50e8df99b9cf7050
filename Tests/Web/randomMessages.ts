// Random messages of the contract by its schema, with extreme values.
import { encode } from "../../Sources/InteractionWeb/Client/src/contract/codec";
import type { MessageType } from "../../Sources/InteractionWeb/Client/src/contract/fields";
import { fieldsOf, Kind, namesOf } from "../../Sources/InteractionWeb/Client/src/contract/schema";
import type { Field, FieldValue, Message }
  from "../../Sources/InteractionWeb/Client/src/contract/schema";

export type Random = (limit: number) => number;

/** Returns a generator of integers below a limit. */
export function generator(start: number): Random {
  let state = start;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor(state / 2 ** 32 * limit);
  };
}

const doubles = [0, 1, -1, 0.5, 50, 400, -90, 1e5, 1e7, 3e9, -3e9, 1e300, -1e300, 5e-324, NaN,
  Infinity, -Infinity];
const integers = [0, 1, 2, 3, 5, 100, 16_000, 1e6, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1, 2 ** 32,
  999_999_999, 1e12, 2 ** 53 - 1];
const texts = ["", "home", "feed", "tab/1", "rocket", "9999999999", "999999999+", "99+", "é\u0301",
  "pages", "a".repeat(70), "\u0000"];

/** Returns an encoded random message. */
export function randomMessage(type: MessageType, random: Random): Uint8Array {
  return encode(type, message(fieldsOf[type]!, random, 0) as never);
}

function message(fields: readonly Field[], random: Random, depth: number): Message {
  const result: Message = {};
  const known = fields.filter((field) => field);
  for (const field of known) {
    // One or a few fields of large messages, most fields of small ones.
    if (random(Math.max(known.length, 2)) > (depth === 0 ? 1 : 5)) continue;
    if (field.kind === Kind.message && depth > 6) continue;
    const one = () => value(field, random, depth);
    result[field.name] = field.isRepeated
      ? Array.from({ length: random(4) }, one) as FieldValue[] : one();
  }
  return result;
}

function value({ kind, type }: Field, random: Random, depth: number): FieldValue {
  const pick = <Item>(items: readonly Item[]) => items[random(items.length)]!;
  switch (kind) {
    case Kind.double: return pick(doubles);
    case Kind.bool: return random(2) === 1;
    case Kind.uint: return pick(integers);
    case Kind.int: case Kind.sint: return random(4) ? pick(integers) : -pick(integers);
    case Kind.enum: return pick(namesOf[type]!);
    case Kind.string: return pick(texts);
    case Kind.bytes: return Uint8Array.from({ length: random(9) }, () => random(256));
    default: return message(fieldsOf[type]!, random, depth + 1);
  }
}
