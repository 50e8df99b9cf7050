import { encode } from "../contract/codec";
import { MessageType } from "../contract/fields";
import type { InteractionEvent } from "../contract/messages";
import { loadChunk } from "../loadChunk";
import type { OfflinePolicy } from "../offline/policy";
import { ActionKind, SessionAction } from "./action";
import { Clock, systemClock } from "./clock";
import { DEFAULT_EXPERIENCE, SessionConfiguration } from "./configuration";
import { timeSinceSave, KeptSession, readKept, writeKept } from "./keptSession";
import { InteractionError } from "./sessionError";
import { SessionMachine } from "./sessionMachine";
import { browserSocket, Connect, keyed, protocols, Socket } from "./socket";
import type { SessionConnectionState, SessionUpdate } from "./updates";

/** The engines of a session, and the connections to them. */
export interface Engines {
  /**
   * The addresses, such as `wss://host/v1/interact`; any engine can resume a session of any other.
   * A session adds the parameter `key`, its user or else its ID, by which proxies choose an engine.
   * A session opens on the first, and moves to the next one when an engine is unreachable.
   */
  urls: string[];
  /**
   * Returns an access token. Called once for each connection, and whenever the server announces its
   * expiry.
   */
  token?: () => Promise<string>;
  /** Opens connections. Default: a browser's WebSocket. */
  connect?: Connect;
  /** The clock. Default: the system's. */
  clock?: Clock;
  /** Returns a number from 0 up to 1, for the jitter of backoff. */
  random?: () => number;
}

/** The numbers of events that a session has not sent. */
export interface UnsentEventCounts {
  /** The number of scroll samples skipped between trigger lines. */
  skipped: number;
  /** The number of superseded movements conflated in a long outbox. */
  conflated: number;
}

/** The minimum time between two saves of a session, ms. */
const SAVE_INTERVAL = 1000;
/** The delay before an overdue wake-up is retried, ms. */
const OVERDUE_RETRY = 1000;

/**
 * An open session: report events, receive directives.
 *
 * A lost connection does not end the session: it resumes on another one without losing or repeating
 * events. End a session with {@link finish} or {@link cancel}.
 */
export class Session {
  private readonly machine: SessionMachine;
  private readonly clock: Clock;
  private readonly start: number;
  private readonly clockStart: number;
  private socket?: Socket;
  private stopTimer = () => {};
  /** Cancels the scheduled save. */
  private stopKeeping?: () => void;
  private actions: SessionAction[] = [];
  private isActing = false;

  /** @param onupdate Called for each update of the session, in order. */
  constructor(
    private readonly configuration: SessionConfiguration, private readonly engines: Engines,
    private readonly onupdate: (update: SessionUpdate) => void,
  ) {
    this.clock = engines.clock ?? systemClock;
    this.clockStart = this.clock.now();
    const [kept, failure] = this.restore();
    this.start = kept ? (kept.open.timeUs ?? 0) / 1000 + timeSinceSave(kept, this.clock.wallClock())
      : configuration.start ?? 0;
    this.machine = new SessionMachine(
      configuration, engines.urls.length, Math.round(this.start * 1000),
      engines.random ?? Math.random, kept, this.clock.wallClock());
    // The app gets the session before its first update.
    void Promise.resolve().then(() => {
      if (failure) this.onupdate({ kind: "storeFailed", message: failure });
      this.act();
    });
  }

  /** The current session time, ms. */
  get now(): number {
    return this.start + this.clock.now() - this.clockStart;
  }

  /** The current state of the connection. */
  get connection(): SessionConnectionState {
    return this.machine.connection;
  }

  /**
   * The name of the session's variant, as of the newest opening; empty if it is in none, or before
   * the session has opened.
   */
  get variant(): string {
    return this.machine.stream.variant;
  }

  /**
   * The numbers of events that were not sent so far, since they make no difference to the engine.
   */
  get unsentEvents(): UnsentEventCounts {
    const { filter, outbox } = this.machine.stream;
    return { skipped: filter.skipped, conflated: outbox.conflated };
  }

  /** Reports an event, at its session time in ms or now. Never blocks. */
  send(event: InteractionEvent, at = this.now): void {
    this.do(() => this.machine.report({ ...event, timeUs: Math.round(at * 1000) }));
  }

  /** Pauses the session, such as when the page is hidden; events are queued meanwhile. */
  pause(): void {
    this.do((now) => this.machine.pause(now));
    // The page may be discarded.
    if (this.machine.connection.kind === "paused") this.keep();
  }

  /** Resumes after {@link pause}, at once. */
  resume(): void {
    this.do((now) => this.machine.resume(now));
  }

  /** Ends the session after the pending events; the remaining directives still arrive. */
  finish(): void {
    this.do((now) => this.machine.finish(now));
  }

  /** Ends the session at once. */
  cancel(): void {
    this.do(() => this.machine.cancel());
  }

  /** Moves the session to a new connection at once, because the network path has changed. */
  networkChanged(): void {
    this.do((now) => this.machine.networkChanged(now));
  }

  private do(change: (now: number) => void): void {
    change(Math.round(this.now * 1000));
    this.act();
  }

  private act(): void {
    this.actions.push(...this.machine.take(Math.round(this.now * 1000)));
    // Inputs of the app during an update follow the current actions.
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
    // An overdue wake-up waits for a connection; retrying it at once would spin. A local session's
    // deadline waits for nothing.
    const wait = Math.max(Math.ceil(wake / 1000 - this.now), 0)
      || (this.machine.stream.decide ? 1 : OVERDUE_RETRY);
    this.stopTimer = this.clock.schedule(wait, () => this.do((now) => this.machine.tick(now)));
  }

  private carryOut(action: SessionAction): void {
    switch (action.kind) {
      case ActionKind.connect: void this.connect(action); break;
      case ActionKind.send: this.socket?.send(encode(MessageType.InteractRequest, action.frame)); break;
      case ActionKind.leave: this.socket?.close(1000, ""); break;
      case ActionKind.abandon: this.abandon(); break;
      case ActionKind.refresh: void this.refresh(); break;
      // Browser storage blocks the page: at most one save per second.
      case ActionKind.save: this.stopKeeping ??= this.clock.schedule(SAVE_INTERVAL, () => this.keep()); break;
      case ActionKind.remove: this.forget(); break;
      case ActionKind.load: this.load(this.configuration.offline as OfflinePolicy); break;
      case ActionKind.yieldUpdate: this.onupdate(action.update); break;
    }
  }

  private async connect({ endpoint, keyVariant }: SessionAction & { kind: ActionKind.connect }): Promise<void> {
    // Stands for the connection while the token is fetched.
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
      // Without a network there is no token either.
      if (this.socket === attempt) this.end(new InteractionError("unavailable", String(error)));
      return;
    }
    this.socket = socket;
    let last: InteractionError | undefined;
    // Events of an abandoned connection are ignored.
    const isCurrent = () => this.socket === socket;
    socket.onopen = () => {
      if (isCurrent()) this.do((now) => this.machine.connected(now));
    };
    socket.onmessage = (data) => {
      if (!isCurrent()) return;
      if (typeof data === "string") last = InteractionError.fromText(data);
      else this.receive(data);
    };
    socket.onclose = (code, reason) => {
      if (isCurrent()) this.end(last ?? InteractionError.fromClose(code, reason));
    };
  }

  private receive(data: Uint8Array): void {
    this.do((now) => {
      this.machine.receive(data, now);
      // The deadline may have passed in transit.
      this.machine.tick(now);
    });
  }

  private end(error: InteractionError | undefined): void {
    this.socket = undefined;
    this.do((now) => this.machine.ended(error, now));
  }

  private abandon(): void {
    const { socket } = this;
    this.socket = undefined;
    socket?.close(1000, "");
  }

  /** Loads the engine that decides locally. */
  private load({ module }: OfflinePolicy): void {
    const local = typeof module === "function" ? module()
      : loadChunk().then(({ loadEngine }) => loadEngine(module));
    void local.then(
      (engine) => this.do((now) => this.machine.loaded(engine, now)),
      (error) => this.do(() => this.machine.offlineFailed(error)));
  }

  private async refresh(): Promise<void> {
    // Without a refreshed token the server ends the stream with `TOKEN_EXPIRED`.
    const token = await this.engines.token?.().catch(() => undefined);
    if (token !== undefined) this.do(() => this.machine.refresh(token));
  }

  /** Loads the saved session; empty if there is none that could be resumed. */
  private restore(): [KeptSession?, string?] {
    const { sessionId, experience, user = "", store } = this.configuration;
    try {
      const text = this.isKept ? store?.load(sessionId) : undefined;
      if (text === undefined) return [];
      const kept = readKept(text);
      const { open, checkpoint } = kept;
      const isUsable = open.sessionId === sessionId && (open.user ?? "") === user
        && (open.experience || DEFAULT_EXPERIENCE) === (experience || DEFAULT_EXPERIENCE)
        && kept.events.length <= (this.configuration.outboxCapacity ?? 8192)
        && timeSinceSave(kept, this.clock.wallClock()) < (checkpoint.lifetimeUs ?? 0) / 1000;
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
      // The saved state is older than the state shown since.
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
