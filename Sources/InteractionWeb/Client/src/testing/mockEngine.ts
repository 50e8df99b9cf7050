// A mock engine for tests of apps: no socket, no process, virtual time. A file of its own.
import { decode, encode } from "../contract/codec";
import { MessageType } from "../contract/fields";
import type {
  Directive, InteractionEvent, InteractRequest, InteractResponse, Open, Opened, Setting,
} from "../contract/messages";
import type { Engines } from "../session/session";
import type { Socket } from "../session/socket";
import { VirtualClock } from "./virtualClock";

/** The parts of a directive that a script sets. */
export type MockDirective = Pick<Directive, "settings" | "timeline" | "effects">;

/** A mock's answers. */
export interface MockScript {
  /** The settings of a new session. */
  settings: Setting[];
  /** Returns the directives that an event causes. */
  answer?: (event: InteractionEvent) => MockDirective[];
  /** The interval at which clients send heartbeats, s. Default: 10. */
  heartbeatInterval?: number;
  /** The name of the sessions' variant; absent for none. */
  variant?: string;
  /** The experience for clients that decide offline; absent for none. */
  localExperience?: Uint8Array;
}

/** A scenario that a mock can play. */
export type Scenario = "resume" | "restart" | "drain" | "deadEngine" | "slowLink";

/** A connection; the mock serves one session. */
interface Connection { socket: Socket; isOpen: boolean; isSilent: boolean }

/**
 * Serves one session of an app's own code, which gets {@link engines} in place of the real ones.
 */
export class MockEngine {
  readonly clock = new VirtualClock();
  /** The client's events, each once, in order. */
  readonly events: InteractionEvent[] = [];
  /** The client's openings with their outcomes; without an outcome from a silent engine. */
  readonly openings: { open: Open; outcome?: Opened["outcome"] }[] = [];
  /** The one-way delay of a message, ms. */
  delay = 0;
  /** False while no connection can be opened. */
  isReachable = true;
  /** The engines to configure the app with. */
  readonly engines: Engines = {
    urls: ["mock://engine"], clock: this.clock, random: () => 0.5, connect: () => this.connect(),
  };
  private connection?: Connection;
  private isKnown = false;
  private applied = 0;
  private directives: Directive[] = [];

  constructor(private readonly script: MockScript) {}

  /** Cuts the connection; `forgets` also drops the session, which has to start anew. */
  cut(forgets = false): void {
    if (forgets) this.isKnown = false;
    const { connection } = this;
    this.connection = undefined;
    connection?.socket.onclose?.(1006, "");
  }

  /** Asks the client to leave. */
  drain(): void {
    this.send({ drain: { endAfterUs: 5e6 } });
  }

  /** Stops answering on the connection, without closing it. */
  stopResponding(): void {
    if (this.connection) this.connection.isSilent = true;
  }

  /** Plays a scenario until the session is open again. */
  async play(scenario: Scenario): Promise<void> {
    await this.clock.settle();
    const count = this.openings.length;
    switch (scenario) {
      case "resume": this.cut(); break;
      case "restart": this.cut(true); break;
      case "drain": this.drain(); break;
      case "deadEngine": this.stopResponding(); break;
      case "slowLink": this.delay = 150; return;
    }
    for (let waited = 0; waited < 120_000 && this.openings.length === count; waited += 50) {
      await this.clock.advance(50);
    }
    await this.clock.advance(2 * this.delay);
  }

  private connect(): Socket {
    const socket: Socket = {
      send: (bytes) => this.later(connection, () =>
        this.receive(decode(MessageType.InteractRequest, bytes))),
      close: () => this.later(connection, () => socket.onclose?.(1000, "")),
    };
    const connection: Connection = { socket, isOpen: false, isSilent: false };
    if (this.isReachable) this.connection = connection;
    void Promise.resolve().then(() => {
      if (this.connection === connection) this.later(connection, () => socket.onopen?.());
      else socket.onclose?.(1006, "");
    });
    return socket;
  }

  /** Performs an action after the one-way delay, if the connection is still open then. */
  private later(connection: Connection, action: () => void): void {
    const arrive = () => {
      if (this.connection === connection && !connection.isSilent) action();
    };
    if (this.delay > 0) this.clock.schedule(this.delay, arrive);
    else arrive();
  }

  private receive({ open, events, heartbeat }: InteractRequest): void {
    if (open) this.open(open);
    if (heartbeat) this.send({ heartbeat: { timeUs: heartbeat.timeUs } });
    let sequence = events?.firstSequence ?? 0;
    for (const event of events?.events ?? []) {
      const first = sequence;
      sequence += event.scrollSamples?.y?.length || 1;
      if (first > this.applied) this.apply(event, first, sequence - 1);
    }
  }

  private open(open: Open): void {
    const outcome = !open.resume ? "new" : this.isKnown ? "resumed" : "restarted";
    this.openings.push({ open, outcome });
    if (outcome !== "resumed") [this.isKnown, this.applied, this.directives] = [true, 0, []];
    this.connection!.isOpen = true;
    this.send({
      opened: {
        outcome, level: 1, sessionId: open.sessionId, experience: "mock",
        variant: this.script.variant,
        ...(open.wantsLocalExperience && { localExperience: this.script.localExperience }),
        heartbeatIntervalUs: (this.script.heartbeatInterval ?? 10) * 1e6,
        ...(outcome === "resumed" ? { appliedEvent: this.applied }
          : { snapshot: { settings: this.script.settings } }),
        ...(outcome === "restarted" && { restartReason: "unknown_key" }),
      },
      // A client ignores those that it has applied.
      directives: this.directives,
    });
  }

  private apply(event: InteractionEvent, first: number, last: number): void {
    this.events.push(event);
    this.applied = last;
    const directives = (this.script.answer?.(event) ?? []).map((directive, index) => ({
      ...directive, sequence: this.directives.length + index + 1, cause: { eventSequence: first },
      atUs: event.timeUs ?? 0,
    }));
    this.directives.push(...directives);
    this.send({ directives });
  }

  private send(frame: InteractResponse): void {
    const { connection } = this;
    if (!connection?.isOpen) return;
    const checkpoint = {
      token: Uint8Array.of(1), event: this.applied, directive: this.directives.length,
      lifetimeUs: 120e6,
    };
    const bytes = encode(MessageType.InteractResponse, {
      ...frame, ackedEvent: this.applied, checkpoint,
    });
    this.later(connection, () => connection.socket.onmessage?.(bytes));
  }
}
