import { decode, encode } from "../../Client/src/contract/codec";
import { decodeFields, malformed } from "../../Client/src/contract/decoder";
import { MessageType } from "../../Client/src/contract/fields";
import type {
  CurrentState, InteractionEvent, Open, Opened, Surface
} from "../../Client/src/contract/messages";
import { Kind, readFields } from "../../Client/src/contract/schema";
import { encodeText } from "../../Client/src/contract/utf8";
import type { EncodedDirective } from "./encodedDirective";
import { isTextTrace, readTextTrace } from "./textTrace";

// Traces, and their binary form: length-delimited messages interaction.storage.v1.TraceRecord.

/** The header of a trace. */
export interface TraceHeader {
  readonly experience?: string;
  readonly surface?: Surface;
  readonly current?: CurrentState;
  readonly timeUs?: number;
  /** The internal state at the start of a resumed connection, as in the file. */
  readonly state?: Uint8Array;
  readonly definition?: Uint8Array;
}

/** An event or a directive of a trace. */
export type TraceStep =
  | { readonly kind: "event"; readonly event: InteractionEvent }
  | ({ readonly kind: "directive" } & EncodedDirective);

/** A trace's header, and its events and directives in order. */
export interface TraceContent {
  readonly header: TraceHeader;
  readonly steps: readonly TraceStep[];
}

const headerFields = readFields(
  `version${Kind.uint}experience${Kind.string}digest${Kind.string}`
  + `surface${Kind.message}${MessageType.Surface}current${Kind.message}${MessageType.CurrentState}`
  + `timeUs${Kind.int}client${Kind.string}state=11${Kind.bytes}`
  + `definition${Kind.bytes}`);
const recordFields = readFields(
  `header${Kind.bytes}event${Kind.bytes}directive${Kind.bytes}`);

/**
 * Reads a trace in the binary or the text form.
 *
 * @throws Error if the bytes are malformed.
 */
export function readTrace(bytes: Uint8Array): TraceContent {
  if (isTextTrace(bytes)) return readTextTrace(new TextDecoder().decode(bytes));
  try {
    return decodedTrace(bytes);
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof URIError)) throw error;
    throw new Error("this is not a trace, or is damaged; interaction-load print names the error");
  }
}

function decodedTrace(bytes: Uint8Array): TraceContent {
  let header: TraceHeader | undefined;
  const steps: TraceStep[] = [];
  for (const record of records(bytes)) {
    const parts = decodeFields(recordFields, record) as Record<string, Uint8Array>;
    const { header: first, event, directive } = parts;
    if (first) header = decodeFields(headerFields, first) as TraceHeader;
    if (event) {
      steps.push({ kind: "event", event: decode(MessageType.InteractionEvent, event) });
    }
    if (directive) {
      steps.push({
        kind: "directive", directive: decode(MessageType.Directive, directive), bytes: directive,
      });
    }
  }
  if (!header) throw malformed();
  return { header, steps };
}

/** Yields the messages of a file. */
export function* records(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length;) {
    let length = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes[at++] ?? 0;
      length += (byte & 0x7f) * factor;
      if (byte < 0x80) break;
    }
    if (at + length > bytes.length) throw malformed();
    yield bytes.subarray(at, at + length);
    at += length;
  }
}

/** The first field of `ExperienceDefinition`. */
const nameFields = readFields(`name${Kind.string}`);

/** Returns the name in an encoded `ExperienceDefinition`. */
export function experienceName(definition: Uint8Array): string {
  return (decodeFields(nameFields, definition) as { name?: string }).name ?? "";
}

/** Encodes the header of a session's trace. */
export function headerRecord(open: Open, opened: Opened, definition: Uint8Array): Uint8Array {
  const { surface = {}, current, timeUs = 0, clientName = "" } = open;
  return record(1, [
    8, 1, ...field(2, encodeText(opened.experience ?? "")),
    ...field(3, encodeText(opened.experienceDigest ?? "")),
    ...field(4, encode(MessageType.Surface, surface)),
    ...(current ? field(5, encode(MessageType.CurrentState, current)) : []),
    6 * 8, ...varint(timeUs), ...field(7, encodeText(clientName)), ...field(12, definition),
  ]);
}

/** Encodes an event with its number. */
export function eventRecord(event: InteractionEvent, sequence: number): Uint8Array {
  return record(2, encode(MessageType.InteractionEvent, event), [4 * 8, ...varint(sequence)]);
}

/** Returns the record of an encoded directive. */
export function directiveRecord(directive: Uint8Array): Uint8Array {
  return record(3, directive);
}

function record(number: number, content: ArrayLike<number>, others: number[] = []): Uint8Array {
  const message = [...field(number, content), ...others];
  return Uint8Array.from([...varint(message.length), ...message]);
}

/** Encodes a field that is a message, a text or bytes. */
export function field(number: number, content: ArrayLike<number>): number[] {
  return [number * 8 + 2, ...varint(content.length), ...Array.from(content)];
}

/** Encodes a number of at most 2^53. */
export function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 0x7f; rest = Math.floor(rest / 128)) bytes.push(rest % 128 | 0x80);
  return [...bytes, rest];
}
