import { deepEqual, equal } from "node:assert/strict";
import { test } from "node:test";
import { decode, encode } from "../../Sources/InteractionWeb/Client/src/contract/codec";
import { MessageType } from "../../Sources/InteractionWeb/Client/src/contract/fields";
import { decodeText, encodeText } from "../../Sources/InteractionWeb/Client/src/contract/utf8";

// Every special lead byte, and the edges of the ranges of second bytes.
const BYTES = [
  0x00, 0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xed, 0xef,
  0xf0, 0xf1, 0xf4, 0xf5, 0xff,
];

test("malformed UTF-8 is refused as by a TextDecoder that is fatal", () => {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true, fatal: true });
  const bytes = new Uint8Array(4);
  for (let number = 0; number < BYTES.length ** 4; number++) {
    for (let at = 0, rest = number; at < 4; at++, rest = Math.floor(rest / BYTES.length)) {
      bytes[at] = BYTES[rest % BYTES.length]!;
    }
    // Compared in bulk: an assertion for each would take seconds.
    const [actual, expected] = [textOf(decodeText, bytes), textOf((it) => decoder.decode(it), bytes)];
    if (actual !== expected) equal(actual, expected, bytes.join());
  }
  equal(decodeText(Uint8Array.of(0xef, 0xbb, 0xbf, 0x41)), "\ufeffA");
});

/** Returns the decoded text; undefined if the bytes are refused. */
function textOf(read: (bytes: Uint8Array) => string, bytes: Uint8Array): string | undefined {
  try {
    return read(bytes);
  } catch {
    return undefined;
  }
}

test("halves of surrogate pairs become U+FFFD as a TextEncoder has them", () => {
  const encoder = new TextEncoder();
  for (const text of ["", "\u007f\u0080\u07ff\u0800\uffff", "\u{10000}😀\u{10ffff}", "標籤 à"]) {
    deepEqual(encodeText(text), [...encoder.encode(text)]);
    equal(decodeText(Uint8Array.from(encodeText(text))), text);
  }
  for (const text of ["\ud800", "a\udfffb", "\udc00\ud800", "\ud83d\ud83d\ude00"]) {
    deepEqual(encodeText(text), [...encoder.encode(text)]);
  }
});

test("text travels where the host has neither TextDecoder nor TextEncoder", () => {
  const host = globalThis as { TextDecoder?: unknown; TextEncoder?: unknown };
  const { TextDecoder, TextEncoder } = host;
  delete host.TextDecoder;
  delete host.TextEncoder;
  try {
    const page = { route: "標籤 😀" };
    deepEqual(decode(MessageType.NavigationPage, encode(MessageType.NavigationPage, page)), page);
  } finally {
    Object.assign(host, { TextDecoder, TextEncoder });
  }
});
