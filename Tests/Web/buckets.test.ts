// The buckets of users, by an implementation of XXH64 that other languages can follow.
import { equal, notEqual, ok } from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

/** A vector of `Tests/Vectors/buckets.json`. */
interface Vector {
  salt: string;
  key: string;
  /** The key's UTF-8 bytes, hexadecimal. */
  utf8: string;
  hash: string;
  bucket: number;
}

const P1 = 0x9e3779b185ebca87n;
const P2 = 0xc2b2ae3d27d4eb4fn;
const P3 = 0x165667b19e3779f9n;
const P4 = 0x85ebca77c2b2ae63n;
const P5 = 0x27d4eb2f165667c5n;

const wrap = (value: bigint) => BigInt.asUintN(64, value);
const rotate = (value: bigint, count: bigint) => wrap(value << count) | (value >> (64n - count));
const round = (sum: bigint, word: bigint) => wrap(rotate(wrap(sum + word * P2), 31n) * P1);

/** Returns the XXH64 hash with seed 0. */
function xxh64(bytes: Uint8Array): bigint {
  let at = 0;
  /** Returns the next little-endian number of `size` bytes. */
  const next = (size: number): bigint => {
    let word = 0n;
    for (let place = size - 1; place >= 0; place -= 1) word = (word << 8n) | BigInt(bytes[at + place]!);
    at += size;
    return word;
  };
  let hash = P5;
  if (bytes.length >= 32) {
    let [a, b, c, d] = [wrap(P1 + P2), P2, 0n, wrap(-P1)];
    while (at + 32 <= bytes.length) {
      [a, b, c, d] = [round(a, next(8)), round(b, next(8)), round(c, next(8)), round(d, next(8))];
    }
    hash = wrap(rotate(a, 1n) + rotate(b, 7n) + rotate(c, 12n) + rotate(d, 18n));
    for (const sum of [a, b, c, d]) hash = wrap((hash ^ round(0n, sum)) * P1 + P4);
  }
  hash = wrap(hash + BigInt(bytes.length));
  while (at + 8 <= bytes.length) hash = wrap(rotate(hash ^ round(0n, next(8)), 27n) * P1 + P4);
  if (at + 4 <= bytes.length) hash = wrap(rotate(hash ^ wrap(next(4) * P1), 23n) * P2 + P3);
  while (at < bytes.length) hash = wrap(rotate(hash ^ wrap(next(1) * P5), 11n) * P1);
  hash = wrap((hash ^ (hash >> 33n)) * P2);
  hash = wrap((hash ^ (hash >> 29n)) * P3);
  return hash ^ (hash >> 32n);
}

/** Returns the hash of a salt, a zero byte and a user's name. */
function hashOf(key: string, salt: string): bigint {
  // Without normalization: composed and decomposed names are two users.
  return xxh64(new TextEncoder().encode(`${salt}\0${key}`));
}

const vectors: Vector[] = JSON.parse(readFileSync("Tests/Vectors/buckets.json", "utf8"));

test("golden vectors", () => {
  ok(vectors.length >= 10);
  for (const { salt, key, utf8, hash, bucket } of vectors) {
    const bytes = [...new TextEncoder().encode(key)];
    equal(bytes.map((byte) => byte.toString(16).padStart(2, "0")).join(""), utf8);
    equal(hashOf(key, salt).toString(16).padStart(16, "0"), hash, `${salt} ${key}`);
    equal(hashOf(key, salt) % 10_000n, BigInt(bucket), `${salt} ${key}`);
  }
});

test("composed and decomposed names are two users", () => {
  const [composed, decomposed] = ["zo\u00eb", "zoe\u0308"];
  equal(composed, decomposed.normalize());
  notEqual(composed, decomposed);
  equal(hashOf(composed, "rocket-400") % 10_000n, 661n);
  equal(hashOf(decomposed, "rocket-400") % 10_000n, 6_685n);
});
