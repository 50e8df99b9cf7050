import { decode } from "../../Client/src/contract/codec";
import { MessageType } from "../../Client/src/contract/fields";
import type { InteractionEvent, Open } from "../../Client/src/contract/messages";
import type { Socket } from "../../Client/src/session/socket";
import { encodedDirectives } from "./encodedDirective";
import { directiveRecord, eventRecord, headerRecord } from "./traceFile";

/** An event that the engine may answer with directives. */
interface SentEvent {
  readonly sequence: number;
  readonly timeUs: number;
  readonly record: Uint8Array;
}

/** The maximum size of a recording, bytes. */
const most = 8 * 1024 * 1024;

/** The trace of a connection, collected from its frames. */
export class SessionRecording {
  private readonly records: Uint8Array[] = [];
  private size = 0;
  private isFull = false;
  private openRequest: Open | undefined;
  /** The events of each request that has no response yet. */
  private readonly waiting: SentEvent[][] = [];

  /** @param limit - The size at which the recording ends, bytes. */
  constructor(private readonly definition: Uint8Array, private readonly limit = most) {}

  /** True once the session has opened. */
  get hasBegun(): boolean {
    return this.records.length > 0;
  }

  /** The trace so far, in the binary form. */
  get bytes(): Uint8Array {
    const bytes = new Uint8Array(this.size);
    let at = 0;
    for (const record of this.records) {
      bytes.set(record, at);
      at += record.length;
    }
    return bytes;
  }

  /** Returns a connection that carries the frames of another one, and records them. */
  follow(socket: Socket): Socket {
    const outer: Socket = {
      send: (bytes) => {
        this.sent(bytes);
        socket.send(bytes);
      },
      close: (code, reason) => socket.close(code, reason),
    };
    socket.onopen = () => outer.onopen?.();
    socket.onmessage = (data) => {
      if (typeof data !== "string") this.received(data);
      outer.onmessage?.(data);
    };
    socket.onclose = (code, reason) => outer.onclose?.(code, reason);
    return outer;
  }

  private sent(bytes: Uint8Array): void {
    const { open, events } = decode(MessageType.InteractRequest, bytes);
    if (open) this.openRequest = open;
    const first = events?.firstSequence ?? 0;
    this.waiting.push((events?.events ?? []).flatMap(unpacked).map((event, index) => ({
      sequence: first + index, timeUs: event.timeUs ?? 0,
      record: eventRecord(event, first + index),
    })));
  }

  /** Receives the response to the oldest request: each directive follows the event it is due to. */
  private received(bytes: Uint8Array): void {
    const { opened, directives } = decode(MessageType.InteractResponse, bytes);
    if (opened) this.add(headerRecord(this.openRequest ?? {}, opened, this.definition));
    const events = this.waiting.shift() ?? [];
    for (const each of encodedDirectives(bytes, directives)) {
      const { cause, atUs = 0 } = each.directive;
      const last = events.findIndex(({ sequence, timeUs }) =>
        cause?.eventSequence ? sequence >= cause.eventSequence : timeUs >= atUs);
      for (const { record } of events.splice(0, last + 1)) this.add(record);
      this.add(directiveRecord(each.bytes));
    }
    for (const { record } of events) this.add(record);
  }

  private add(record: Uint8Array): void {
    this.isFull ||= this.size + record.length > this.limit;
    if (this.isFull) return;
    this.size += record.length;
    this.records.push(record);
  }
}

/** Returns the samples of a run as events. */
function unpacked(event: InteractionEvent): InteractionEvent[] {
  const { scrollSamples, timeUs: start = 0 } = event;
  if (!scrollSamples) return [event];
  const { source, drag, phase, x = [], y = [], deltaUs = [] } = scrollSamples;
  let timeUs = start;
  return deltaUs.map((delta, index) => {
    timeUs += delta;
    return { timeUs, scroll: { source, drag, phase, x: x[index] ?? 0, y: y[index] ?? 0 } };
  });
}
