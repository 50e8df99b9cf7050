import { encode } from "../contract/codec";
import { MessageType } from "../contract/fields";
import type { Event } from "../contract/messages";
import { Act, Action } from "./action";
import { Clock, systemClock } from "./clock";
import { DEFAULT_EXPERIENCE, SessionConfiguration } from "./configuration";
import { age, KeptSession, readKept, writeKept } from "./keptSession";
import { microseconds } from "./clientStream";
import { SessionError } from "./sessionError";
import { SessionMachine } from "./sessionMachine";
import { browserSocket, Connect, keyed, protocols, Socket } from "./socket";
import type { ConnectionState, Update } from "./updates";

/** Where a session's engines are, and how they are reached. */
export interface Engines {
  /**
   * The addresses, such as `wss://host/v1/interact`; any engine goes on with a session of any other.
   * A session adds the parameter `key`, its user or else its name, by which proxies choose.
   * A session opens on the first, and moves to the next when one cannot be reached.
   */
  urls: string[];
  /** Gets a token that says who the client is; asked once for each connection, and when it expires. */
  token?: () => Promise<string>;
  /** Makes connections. Default: a browser's WebSocket. */
  connect?: Connect;
  /** Tells the time. Default: the system's. */
  clock?: Clock;
  /** A number from 0 up to 1, for the jitter of waits. */
  random?: () => number;
}

/** How many events a session has left out. */
export interface LeftOutEvents {
  /** Scroll samples between trigger lines. */
  skipped: number;
  /** Movements of a long outbox, since a later one overtakes them. */
  coalesced: number;
}

/** How long after a change a session is kept, ms. */
const KEEPING_PAUSE = 1000;
/** How long something overdue waits for another look, ms. */
const OVERDUE_LOOK = 1000;

/**
 * One open session: report what happens, receive what to show.
 *
 * A lost connection is not the end: the session goes on on another one, and nothing is lost or
 * doubled. End a session with {@link finish} or {@link cancel}.
 */
export class Session {
  private readonly machine: SessionMachine;
  private readonly clock: Clock;
  private readonly start: number;
  private readonly clockStart: number;
  private socket?: Socket;
  private stopTimer = () => {};
  /** Takes back that the session is going to be kept, if it is. */
  private stopKeeping?: () => void;
  private actions: Action[] = [];
  private isActing = false;

  /** @param onupdate Is told of everything that the session has to tell, in order. */
  constructor(
    private readonly configuration: SessionConfiguration, private readonly engines: Engines,
    private readonly onupdate: (update: Update) => void,
  ) {
    this.clock = engines.clock ?? systemClock;
    this.clockStart = this.clock.now();
    const [kept, failure] = this.load();
    this.start = kept ? (kept.open.timeUs ?? 0) / 1000 + age(kept, this.clock.wallClock())
      : configuration.start ?? 0;
    this.machine = new SessionMachine(
      configuration, engines.urls.length, Math.round(this.start * 1000),
      engines.random ?? Math.random, kept, this.clock.wallClock());
    // The app has the session before it is told of anything.
    void Promise.resolve().then(() => {
      if (failure) this.onupdate({ kind: "storeFailed", message: failure });
      this.act();
    });
  }

  /** Session time by the clock, ms. */
  get now(): number {
    return this.start + this.clock.now() - this.clockStart;
  }

  /** How the session is connected now. */
  get connection(): ConnectionState {
    return this.machine.connection;
  }

  /** The events that were left out so far, since the engine decides the same without them. */
  get leftOut(): LeftOutEvents {
    const { filter, outbox } = this.machine.stream;
    return { skipped: filter.skipped, coalesced: outbox.coalesced };
  }

  /** Reports what happened, at its own time, ms of session time, or now. Never waits. */
  report(event: Event, at = this.now): void {
    this.do(() => this.machine.report({ ...event, timeUs: Math.round(at * 1000) }));
  }

  /** Leaves the connection, such as when the page is hidden; what happens meanwhile is kept. */
  pause(): void {
    this.do((now) => this.machine.pause(now));
    // The page may not come back.
    if (this.machine.connection.kind === "paused") this.keep();
  }

  /** Goes on after {@link pause}, at once. */
  resume(): void {
    this.do((now) => this.machine.resume(now));
  }

  /** Says that nothing more will happen. What is on its way still arrives. */
  finish(): void {
    this.do((now) => this.machine.finish(now));
  }

  /** Ends the session at once. */
  cancel(): void {
    this.do(() => this.machine.cancel());
  }

  /** Says that the way to the network is another one now: the session moves to a new connection. */
  networkChanged(): void {
    this.do((now) => this.machine.networkChanged(now));
  }

  private do(change: (now: number) => void): void {
    change(Math.round(this.now * 1000));
    this.act();
  }

  private act(): void {
    this.actions.push(...this.machine.take(Math.round(this.now * 1000)));
    // What the app does while it is told something comes after what is under way.
    if (this.isActing) return;
    this.isActing = true;
    try {
      for (let next = this.actions.shift(); next; next = this.actions.shift()) this.carryOut(next);
    } finally {
      this.isActing = false;
    }
    this.stopTimer();
    const wake = this.machine.nextWake;
    if (wake === undefined) return;
    // What is due and cannot be sent waits for a connection, not for another look at once.
    const wait = Math.max(Math.ceil(wake / 1000 - this.now), 0) || OVERDUE_LOOK;
    this.stopTimer = this.clock.after(wait, () => this.do((now) => this.machine.tick(now)));
  }

  private carryOut(action: Action): void {
    switch (action.kind) {
      case Act.connect: void this.connect(action); break;
      case Act.send: this.socket?.send(encode(MessageType.InteractRequest, action.frame)); break;
      case Act.leave: this.socket?.close(1000, ""); break;
      case Act.abandon: this.abandon(); break;
      case Act.refresh: void this.refresh(); break;
      // Storage of browsers makes the page wait: it is written once a second at most.
      case Act.keep: this.stopKeeping ??= this.clock.after(KEEPING_PAUSE, () => this.keep()); break;
      case Act.forget: this.forget(); break;
      case Act.tell: this.onupdate(action.update); break;
    }
  }

  private async connect({ endpoint, keyVariant }: Action & { kind: Act.connect }): Promise<void> {
    // Stands for the connection while its token is fetched.
    const attempt: Socket = { send: () => {}, close: () => {} };
    this.socket = attempt;
    let socket: Socket;
    try {
      const token = await this.engines.token?.();
      if (this.socket !== attempt) return;
      const { user, sessionId } = this.configuration;
      const url = keyed(this.engines.urls[endpoint] ?? "", user || sessionId, keyVariant);
      socket = (this.engines.connect ?? browserSocket)(url, protocols(token));
    } catch (error) {
      if (this.socket === attempt) this.end(new SessionError("unknown", String(error)));
      return;
    }
    this.socket = socket;
    let last: SessionError | undefined;
    // What a connection says that has been given up does not count.
    const isCurrent = () => this.socket === socket;
    socket.onopen = () => {
      if (isCurrent()) this.do((now) => this.machine.connected(now));
    };
    socket.onmessage = (data) => {
      if (!isCurrent()) return;
      if (typeof data === "string") last = SessionError.fromText(data);
      else this.receive(data);
    };
    socket.onclose = (code, reason) => {
      if (isCurrent()) this.end(last ?? SessionError.fromClose(code, reason));
    };
  }

  private receive(data: Uint8Array): void {
    this.do((now) => {
      this.machine.receive(data, now);
      // A deadline that has passed on its way here is not waited for.
      this.machine.tick(now);
    });
  }

  private end(error: SessionError | undefined): void {
    this.socket = undefined;
    this.do((now) => this.machine.ended(error, now));
  }

  private abandon(): void {
    const { socket } = this;
    this.socket = undefined;
    socket?.close(1000, "");
  }

  private async refresh(): Promise<void> {
    // Without a newer token the server will end the stream, and say so.
    const token = await this.engines.token?.().catch(() => undefined);
    if (token !== undefined) this.do(() => this.machine.refresh(token));
  }

  /** What the store has of the session; nothing where none could resume it. */
  private load(): [KeptSession?, string?] {
    const { sessionId, experience, user = "", store } = this.configuration;
    try {
      const text = this.isKept ? store?.load(sessionId) : undefined;
      if (text === undefined) return [];
      const kept = readKept(text);
      const { open, checkpoint } = kept;
      const isUsable = open.sessionId === sessionId && (open.user ?? "") === user
        && (open.experience || DEFAULT_EXPERIENCE) === (experience || DEFAULT_EXPERIENCE)
        && kept.events.length <= (this.configuration.outboxCapacity ?? 8192)
        && age(kept, this.clock.wallClock()) < microseconds(checkpoint.lifetime) / 1000;
      return isUsable ? [kept] : [];
    } catch (error) {
      return [undefined, String(error)];
    }
  }

  private forget(): void {
    this.stopKeeping?.();
    this.stored((store) => store.remove(this.configuration.sessionId));
  }

  private keep(): void {
    this.stopKeeping?.();
    this.stopKeeping = undefined;
    const kept = this.machine.kept();
    this.stored((store) => {
      const { sessionId } = this.configuration;
      if (kept) store.save(writeKept({ ...kept, keptAt: this.clock.wallClock() }), sessionId);
      // What is there is older than what the client has shown since.
      else store.remove(sessionId);
    });
  }

  private get isKept(): boolean {
    return this.configuration.reconnects !== null;
  }

  private stored(change: (store: NonNullable<SessionConfiguration["store"]>) => void): void {
    const { store } = this.configuration;
    if (!store || !this.isKept) return;
    try {
      change(store);
    } catch (error) {
      this.onupdate({ kind: "storeFailed", message: String(error) });
    }
  }
}
