// A session's statistics, and entries for the app's log. A file of its own, since most pages need
// neither.
import { decode } from "./contract/codec";
import { MessageType } from "./contract/fields";
import type { InteractRequest, InteractResponse } from "./contract/messages";
import { systemClock } from "./session/clock";
import type { Engines } from "./session/session";
import { browserSocket, Socket } from "./session/socket";
import type { SessionUpdate } from "./session/updates";

/** The number of newest latencies in the percentiles. */
const WINDOW = 128;

/** Measures the session whose engines it has wrapped; times in ms. */
export class SessionStatistics {
  /** The time from a heartbeat to its echo: the newest, and smoothed as TCP computes it. */
  roundTrip?: { last: number; smoothed: number };
  /** The number of times that the session was resumed. */
  resumed = 0;
  /** The number of times that the session restarted instead of being resumed. */
  restarted = 0;
  /** The number of events sent; an event that is resent after a reconnect counts once. */
  eventsSent = 0;
  /** The number of events that the server refused. */
  eventsRefused = 0;
  /** The newest sent event, and the times of events that have caused no directive yet. */
  private newest = 0;
  private times = new Map<number, number>();
  private beat?: number;
  private latencies: number[] = [];
  private now = systemClock.now;

  /** The latency from events to the directives that they caused, over the newest 128 directives. */
  get latency(): { last: number; p50: number; p95: number } | undefined {
    const last = this.latencies[this.latencies.length - 1];
    if (last === undefined) return undefined;
    const sorted = [...this.latencies].sort((a, b) => a - b);
    // The nearest-rank percentile.
    const percentile = (percent: number) => sorted[Math.ceil(sorted.length * percent / 100) - 1]!;
    return { last, p50: percentile(50), p95: percentile(95) };
  }

  /** Returns the engines for one session, wrapped so that its messages are measured. */
  measure(engines: Engines): Engines {
    const { connect = browserSocket, clock = systemClock } = engines;
    this.now = () => clock.now();
    return {
      ...engines, connect: (url, offered) => {
        const socket = connect(url, offered);
        const measured: Socket = {
          send: (bytes) => {
            this.noteRequest(decode(MessageType.InteractRequest, bytes));
            socket.send(bytes);
          },
          close: (code, reason) => socket.close(code, reason),
        };
        socket.onopen = () => measured.onopen?.();
        socket.onclose = (code, reason) => measured.onclose?.(code, reason);
        socket.onmessage = (data) => {
          if (typeof data !== "string") this.noteBytes(data);
          measured.onmessage?.(data);
        };
        return measured;
      },
    };
  }

  private noteRequest({ open, events, heartbeat }: InteractRequest): void {
    if (open && !open.resume) this.restart();
    if (heartbeat) this.beat = this.now();
    if (!events) return;
    let next = events.firstSequence ?? 0;
    for (const { scrollSamples } of events.events ?? []) next += scrollSamples?.y?.length || 1;
    for (let event = Math.max(this.newest + 1, events.firstSequence ?? 0); event < next; event += 1) {
      this.eventsSent += 1;
      this.times.set(event, this.now());
      this.newest = event;
    }
    // Most events cause no directive.
    for (const event of this.times.keys()) {
      if (this.times.size <= 8192) break;
      this.times.delete(event);
    }
  }

  /** Events are numbered from 1 again. */
  private restart(): void {
    this.newest = 0;
    this.times.clear();
  }

  private noteBytes(bytes: Uint8Array): void {
    try {
      this.noteResponse(decode(MessageType.InteractResponse, bytes));
    } catch {
      // The session reports the malformed frame.
    }
  }

  private noteResponse({ opened, directives, notices, heartbeat }: InteractResponse): void {
    if (opened?.outcome === "resumed") this.resumed += 1;
    if (opened?.outcome === "restarted") {
      this.restarted += 1;
      this.restart();
    }
    if (heartbeat && this.beat !== undefined) {
      const last = this.now() - this.beat;
      this.roundTrip = { last, smoothed: ((this.roundTrip?.smoothed ?? last) * 7 + last) / 8 };
      this.beat = undefined;
    }
    for (const { cause } of directives ?? []) {
      const time = this.times.get(cause?.eventSequence ?? 0);
      if (time === undefined) continue;
      this.latencies = [...this.latencies, this.now() - time].slice(-WINDOW);
    }
    this.eventsRefused += (notices ?? []).filter(({ sequence }) => sequence).length;
  }
}

/** An entry for the app's log. */
export interface LogEntry {
  level: "debug" | "info" | "warning" | "error";
  /** A constant text for all entries of a kind. */
  message: string;
  /** The values, by field name. */
  fields: Record<string, unknown>;
}

/** Returns the entry of a change of the connection or a notice; undefined for other updates. */
export function logEntry(update: SessionUpdate): LogEntry | undefined {
  const entry = (level: LogEntry["level"], message: string, fields: LogEntry["fields"] = {}) =>
    ({ level, message, fields });
  switch (update.kind) {
    case "opened": case "directive": return undefined;
    case "notice": {
      const { sequence, reason, violations = [] } = update.notice;
      const { field, description: problem } = violations[0] ?? {};
      return entry("warning", sequence ? "event refused" : "frame refused",
        { event: sequence, reason, field, problem });
    }
    case "storeFailed": return entry("warning", "checkpoint store failed", { error: update.message });
    case "offlineFailed": return entry("warning", "deciding offline failed", { error: update.message });
    case "state": break;
  }
  const { state } = update;
  switch (state.kind) {
    case "connecting": return entry("debug", "connecting");
    case "open": return entry("info", "session opened");
    case "resumed": return entry("info", "session resumed");
    case "restarted": return entry("warning", "session restarted", { reason: state.reason });
    case "draining": return entry("info", "server drains");
    case "offline": return entry("warning", "deciding offline");
    case "paused": return entry("info", "session paused");
    case "reconnecting": {
      const { attempt, delay, after: { code: status, reason, message: error } } = state;
      return entry("warning", "reconnecting", { attempt, delay, status, reason, error });
    }
    case "closed": {
      if (!state.error) return entry("info", "session closed");
      const { code: status, reason, message: error } = state.error;
      return entry("error", "session failed", { status, reason, error });
    }
  }
}
