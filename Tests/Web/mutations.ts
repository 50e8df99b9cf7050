// Changes of encoded messages that make them malformed.
import { field, varint } from "../../Sources/InteractionWeb/Pages/site/traceFile";
import type { Random } from "./randomMessages";

/** Changes bytes, perhaps by those of another message. */
type Mutation = (bytes: Uint8Array, other: Uint8Array) => Uint8Array;

/** Returns the kinds of changes. */
export function mutations(random: Random): Mutation[] {
  const at = (bytes: Uint8Array) => random(bytes.length + 1);
  const noise = (length: number) => Uint8Array.from({ length }, () => random(256));
  const inserted = (bytes: Uint8Array, part: ArrayLike<number>) => {
    const place = at(bytes);
    return Uint8Array.from(
      [...bytes.subarray(0, place), ...Array.from(part), ...bytes.subarray(place)]);
  };
  return [
    (bytes) => {
      const copy = bytes.slice();
      for (let count = random(8); count >= 0; count -= 1) copy[at(copy)]! ^= 1 << random(8);
      return copy;
    },
    (bytes) => bytes.subarray(0, at(bytes)),
    () => noise(random(300)),
    (bytes) => inserted(bytes, noise(random(12))),
    // The largest numbers, lengths and doubles.
    (bytes) => {
      const copy = bytes.slice();
      copy.fill([0xff, 0x7f, 0x80, 0][random(4)]!, at(copy), at(copy) + random(12));
      return copy;
    },
    (bytes) => inserted(bytes, [random(16) * 8 + 2, ...varint(2 ** random(53))]),
    // Deep nesting.
    () => {
      const number = 1 + random(16);
      let nested: number[] = [];
      for (let depth = random(400); depth >= 0; depth -= 1) nested = field(number, nested);
      return Uint8Array.from(nested);
    },
    // Groups, which the contract does not use.
    (bytes) => inserted(bytes, Array(random(5000)).fill(random(16) * 8 + 3 + random(2))),
    // Another message, or a part of one.
    (_, other) => other,
    (bytes, other) => Uint8Array.from([...bytes, ...other]),
    (bytes, other) => inserted(bytes, other.subarray(at(other), at(other))),
    // A part many times.
    (bytes) => {
      const [from, to] = [at(bytes), at(bytes)].sort((one, two) => one - two) as [number, number];
      const part = Array.from(bytes.subarray(from, Math.min(to, from + 60)));
      return inserted(bytes, Array.from({ length: random(300) }, () => part).flat());
    },
  ];
}
