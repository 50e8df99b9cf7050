import { deepEqual, equal, ok, throws } from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { decode, encode, milliseconds } from "../../Sources/InteractionWeb/Client/src/contract/codec";
import { MessageType } from "../../Sources/InteractionWeb/Client/src/contract/fields";
import { fromJSON } from "../../Sources/InteractionWeb/Client/src/contract/json";

/** A message of a bundled trace, encoded by Google's protobuf: see scripts/web/messages.py. */
interface Sample {
  type: MessageType;
  bytes: Uint8Array;
  json: unknown;
}

function* samples(): Generator<Sample> {
  for (const line of readFileSync(process.env["MESSAGES"] ?? "", "utf8").trimEnd().split("\n")) {
    const { type, bytes, json } = JSON.parse(line);
    const place = MessageType[type as keyof typeof MessageType];
    yield { type: place, json, bytes: Uint8Array.from(atob(bytes), (each) => each.charCodeAt(0)) };
  }
}

test("every message of the bundled traces is read; requests are written byte for byte", () => {
  const counts = new Map<MessageType, number>();
  for (const { type, bytes, json } of samples()) {
    const message = decode(type, bytes);
    deepEqual(message, fromJSON(type, json));
    const isWritten = type === MessageType.InteractRequest;
    if (isWritten) equal(encode(type as MessageType, message).join(), bytes.join());
    counts.set(type, (counts.get(type) ?? 0) + 1);
  }
  ok((counts.get(MessageType.InteractRequest) ?? 0) > 1000);
  ok((counts.get(MessageType.InteractResponse) ?? 0) > 200);
});

test("a message that is cut off anywhere is refused, or another one", () => {
  for (const { type, bytes } of [...samples()].filter((_, index) => index % 50 === 0)) {
    for (let length = 0; length < bytes.length; length++) {
      try {
        const message = decode(type, bytes.subarray(0, length));
        const isWritten = type === MessageType.InteractRequest;
        if (isWritten) equal(encode(type as MessageType, message).length, length);
      } catch (error) {
        ok(error instanceof RangeError || error instanceof URIError);
      }
    }
  }
});

test("fields and values of a later contract are left out", () => {
  // Field 100, varint 1; field 3 (`property`) with value 99; field 2 of bytes; field 101, fixed32.
  const later = [0xa0, 0x06, 0x01, 0x18, 0x63, 0x12, 0x01, 0x78, 0xad, 0x06, 1, 2, 3, 4];
  deepEqual(decode(MessageType.ScrollLink, Uint8Array.from(later)), { target: "x" });
  throws(() => decode(MessageType.ScrollLink, Uint8Array.of(0xa7, 0x06)), RangeError);
});

test("numbers keep their signs and 53 bits, packed or not", () => {
  for (const timeUs of [0, 1, -1, 127, 128, 2 ** 31, -(2 ** 31), 2 ** 32, 2 ** 53 - 1, -(2 ** 53) + 1]) {
    const event = { timeUs, scrollSamples: { deltaUs: [timeUs / 2, -3, 0], y: [0, 1.5] } };
    const whole = { ...event, scrollSamples: { ...event.scrollSamples, deltaUs: [-3, 0, 70000] } };
    const message = decode(MessageType.InteractionEvent, encode(MessageType.InteractionEvent, whole));
    deepEqual(message, timeUs ? whole : { scrollSamples: whole.scrollSamples });
  }
  // `held_pointers` 1 and 300, not packed.
  const unpacked = Uint8Array.of(0x18, 0x01, 0x18, 0xac, 0x02);
  deepEqual(decode(MessageType.Heartbeat, unpacked), { heldPointers: [1, 300] });
  const endless = Uint8Array.from([8, ...Array(10).fill(0x80), 0]);
  throws(() => decode(MessageType.Ack, endless), RangeError);
});

test("a span has milliseconds", () => {
  equal(milliseconds({ seconds: 2, nanos: 500000 }), 2000.5);
  equal(milliseconds(undefined), 0);
  deepEqual(fromJSON(MessageType.Duration, "2.5s"), { seconds: 2, nanos: 5e8 });
});
