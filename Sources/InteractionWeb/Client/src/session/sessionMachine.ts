import { decode } from "../contract/codec";
import { same } from "../contract/equality";
import { MessageType } from "../contract/fields";
import type { Drain, InteractionEvent, InteractResponse, Open, Opened } from "../contract/messages";
import { Act, Action } from "./action";
import { ClientStream } from "./clientStream";
import { CONTRACT_LEVEL, SessionConfiguration } from "./configuration";
import type { KeptSession } from "./keptSession";
import { ReconnectPlan, ReconnectPolicy, standardReconnectPolicy } from "./reconnectPlan";
import { SessionError } from "./sessionError";
import type { ConnectionState, Update } from "./updates";

/** The phases of a session's connection. */
enum Linked { none, connecting, up, leaving, waiting }

/** The phase of a session's connection. */
type Link =
  /**
   * The idle connection: none is open, and no attempt is scheduled.
   *
   * Can transition to: `connecting`.
   */
  | { kind: Linked.none }
  /**
   * The shell fetches a token and opens a socket.
   *
   * Can transition to: `up`, `waiting`, `none`.
   */
  | { kind: Linked.connecting }
  /**
   * The socket is open. `openedAt` is the time at which the server opened the session, `lastHeard`
   * that of its newest frame, and `drain` the period in which to leave a draining server.
   *
   * Can transition to: `leaving`, `connecting`, `waiting`, `none`.
   */
  | {
    kind: Linked.up; openedAt?: number; lastHeard: number;
    drain?: { after: number; atLast: number };
  }
  /**
   * The client has closed the socket, and waits for its end.
   *
   * Can transition to: `connecting`, `waiting`, `none`.
   */
  | { kind: Linked.leaving; openedAt?: number; drain?: unknown }
  /**
   * The backoff before the next attempt.
   *
   * Can transition to: `connecting`, `none`.
   */
  | { kind: Linked.waiting; until: number };

/** The phase of a session. */
enum Mode { running, paused, finishing, over }

/**
 * A session over all its connections, as a value: inputs carry their time, {@link take} returns the
 * actions. Times are session time, µs, which follows the clock.
 */
export class SessionMachine {
  readonly stream: ClientStream;
  private readonly plan: ReconnectPlan;
  private readonly policy?: ReconnectPolicy;
  private link: Link = { kind: Linked.none };
  private mode = Mode.running;
  private state: ConnectionState = { kind: "connecting" };
  /** The number of the newest connection. */
  private epoch: number;
  private actions: Action[] = [];

  /**
   * @param endpoints The number of engines to choose from.
   * @param start The current session time, µs.
   * @param random Returns a number from 0 up to 1, for the jitter.
   * @param kept The session saved before a restart of the app.
   * @param epoch A number that no earlier connection of the session exceeds, since the engine may
   * not have noticed its end.
   */
  constructor(
    private readonly configuration: SessionConfiguration, endpoints: number, start: number,
    random: () => number, kept?: KeptSession, epoch = 0,
  ) {
    const { reconnects, skipsSamples = true } = configuration;
    this.policy = reconnects === null ? undefined : reconnects ?? standardReconnectPolicy;
    this.plan = new ReconnectPlan(this.policy, endpoints, random);
    this.epoch = Math.max(kept?.open.epoch ?? 0, epoch);
    this.stream = new ClientStream({
      skipsSamples, resumes: this.policy !== undefined,
      outboxCapacity: configuration.outboxCapacity ?? 8192,
    }, start, kept);
    if (kept) {
      this.tell({ kind: "opened", opened: kept.opened });
      const { surface } = configuration;
      if (!same(surface, kept.open.surface)) {
        this.stream.send({ timeUs: start, surface });
      }
    }
    this.connect();
  }

  /** Returns the actions since the last call, in order. */
  take(now: number): Action[] {
    this.pump(now);
    const { actions } = this;
    this.actions = [];
    return actions;
  }

  /** The state of the connection. */
  get connection(): ConnectionState {
    return this.state;
  }

  /** Returns the session to save for a restart of the app, without the wall-clock time. */
  kept(): Omit<KeptSession, "keptAt"> | undefined {
    const kept = this.stream.kept();
    const open = { ...this.openFrame(), ...kept?.open };
    open.surface ??= this.configuration.surface;
    return kept && { ...kept, open };
  }

  /** Reports an event, at the event's own time. */
  report(event: InteractionEvent): void {
    if (this.mode === Mode.finishing || this.mode === Mode.over) return;
    this.stream.send(event);
    if (this.stream.outbox.isOverfull) {
      if (this.link.kind !== Linked.none) this.act({ kind: Act.abandon });
      this.end(new SessionError("resource_exhausted", "the outbox is full"));
    }
  }

  /** Handles an opened socket. */
  connected(now: number): void {
    if (this.link.kind !== Linked.connecting) return;
    this.link = { kind: Linked.up, lastHeard: now };
    const open = this.openFrame();
    const resume = this.stream.reconnect();
    if (this.stream.hasOpened) {
      open.current = this.stream.current;
      open.current.swiping ??= this.configuration.current?.swiping;
      open.surface = this.stream.surface ?? open.surface;
      open.timeUs = this.stream.restartTime;
    }
    if (resume) open.resume = resume;
    this.act({ kind: Act.send, frame: { open } });
  }

  /** Receives a frame in protobuf's binary form. */
  receive(data: Uint8Array, now: number): void {
    if (this.link.kind !== Linked.up && this.link.kind !== Linked.leaving) return;
    try {
      this.apply(decode(MessageType.InteractResponse, data), now);
    } catch (error) {
      this.abandon(new SessionError("internal", `malformed frame: ${error}`), now);
    }
  }

  /**
   * Handles the end of the connection, or of the attempt to open one; without an error after a
   * normal closure.
   */
  ended(error: SessionError | undefined, now: number): void {
    const { link } = this;
    if (link.kind === Linked.none || link.kind === Linked.waiting) return;
    this.closed(now);
    if (this.isIdle) return;
    if (error && link.kind !== Linked.leaving) {
      this.fail(error, now);
    } else if (link.kind !== Linked.connecting && link.drain && !this.isSettled) {
      this.plan.moveOn();
      this.connect();
    } else {
      this.end();
    }
  }

  /** The next time at which {@link tick} has work, µs. */
  get nextWake(): number | undefined {
    if (this.isIdle) return undefined;
    const wakes = [this.stream.nextWake, this.silentAt];
    if (this.link.kind === Linked.waiting) wakes.push(this.link.until);
    if (this.link.kind === Linked.up) {
      const { drain } = this.link;
      if (drain) wakes.push(this.stream.held.isEmpty ? drain.after : drain.atLast);
    }
    return Math.min(...wakes);
  }

  /** Handles the passing of time: silence timeouts, ticks and reconnect attempts. */
  tick(now: number): void {
    if (this.isIdle) return;
    if (now >= this.silentAt) {
      this.abandon(new SessionError("unavailable", "the server is silent"), now);
    }
    this.stream.tick(now);
    if (this.link.kind === Linked.waiting && now >= this.link.until) this.connect();
  }

  /**
   * Closes the connection gracefully, after the pending events. Nothing is sent, retried or ticked
   * until {@link resume}; events are queued meanwhile.
   */
  pause(now: number): void {
    if (this.mode !== Mode.running) return;
    this.mode = Mode.paused;
    this.stream.flush();
    this.show({ kind: "paused" });
    const isOpen = this.link.kind === Linked.leaving
      || (this.link.kind === Linked.up && this.link.openedAt !== undefined);
    if (!isOpen) this.dropLink(now);
  }

  /** Resumes after a pause, at once and on a new connection. */
  resume(now: number): void {
    if (this.mode !== Mode.paused) return;
    this.mode = Mode.running;
    this.show({ kind: "connecting" });
    // Does not wait for the end of the old connection.
    this.dropLink(now);
    this.connect();
  }

  /** Ends the session after the pending events; resumes a paused session to send them. */
  finish(now: number): void {
    this.resume(now);
    if (this.mode !== Mode.running) return;
    this.stream.flush();
    this.mode = Mode.finishing;
  }

  /** Ends the session at once. */
  cancel(): void {
    if (this.mode === Mode.over) return;
    if (this.link.kind !== Linked.none) this.act({ kind: Act.abandon });
    this.end();
  }

  /** Moves to a new connection, or retries, at once, because the network path has changed. */
  networkChanged(now: number): void {
    if (this.isIdle) return;
    if (this.link.kind === Linked.waiting) this.connect();
    else this.abandon(new SessionError("unavailable", "the network changed"), now);
  }

  /** Sends a refreshed access token. */
  refresh(token: string): void {
    this.stream.prove(token);
  }

  /** The time at which the silence timeout fires, µs. */
  private get silentAt(): number {
    const { link, policy } = this;
    return policy && link.kind === Linked.up
      ? link.lastHeard + (policy.silence! * 1000 || 2.5 * this.stream.heartbeatInterval) : Infinity;
  }

  /** True if nothing is sent or retried: the session is paused or over. */
  private get isIdle(): boolean {
    return this.mode === Mode.paused || this.mode === Mode.over;
  }

  private get isSettled(): boolean {
    return this.mode === Mode.finishing && this.stream.outbox.isSettled;
  }

  private apply(frame: InteractResponse, now: number): void {
    const { opened, drain, checkpoint } = frame;
    const { directives, notices } = this.stream.receive(frame);
    const link = this.link as Link & { kind: Linked.up | Linked.leaving };
    if (link.kind === Linked.up) link.lastHeard = now;
    if (opened) {
      link.openedAt = now;
      if (opened.snapshot) this.tell({ kind: "opened", opened });
    }
    if (opened || checkpoint) this.act({ kind: Act.keep });
    for (const directive of directives) {
      this.tell({ kind: "directive", directive, isNews: this.stream.isNews(directive) });
    }
    for (const notice of notices) {
      if (notice.reason === "token_expires") this.act({ kind: Act.refresh });
      else this.tell({ kind: "notice", notice });
    }
    if (opened) this.show(stateAfter(opened));
    if (drain && this.policy && link.kind === Linked.up) {
      link.drain = leaving(drain, now);
      this.show({ kind: "draining" });
    }
  }

  /** Sends the pending frames, and closes the connection if it is time to leave. */
  private pump(now: number): void {
    while (this.link.kind === Linked.up) {
      const { drain, openedAt } = this.link;
      const hasToLeave = drain && now >= drain.after
        && (this.stream.held.isEmpty || now >= drain.atLast);
      const frame = hasToLeave ? undefined : this.stream.nextFrame();
      if (frame) {
        this.act({ kind: Act.send, frame });
      } else if (hasToLeave
        || (!this.stream.isWaiting && (this.mode === Mode.paused || this.isSettled))) {
        this.link = { kind: Linked.leaving, openedAt, drain };
        this.act({ kind: Act.leave });
      } else {
        return;
      }
    }
  }

  private connect(): void {
    this.epoch += 1;
    this.link = { kind: Linked.connecting };
    const { endpoint, keyVariant } = this.plan;
    this.act({ kind: Act.connect, endpoint, keyVariant });
  }

  /** Records that there is no connection. */
  private closed(now: number): void {
    const { link } = this;
    if ((link.kind === Linked.up || link.kind === Linked.leaving) && link.openedAt !== undefined) {
      this.plan.succeed(now - link.openedAt);
    }
    this.link = { kind: Linked.none };
  }

  private dropLink(now: number): void {
    if (this.link.kind !== Linked.none && this.link.kind !== Linked.waiting) {
      this.act({ kind: Act.abandon });
    }
    this.closed(now);
  }

  private abandon(error: SessionError, now: number): void {
    if (this.link.kind === Linked.none || this.link.kind === Linked.waiting) return;
    this.dropLink(now);
    if (this.mode !== Mode.paused) this.fail(error, now);
  }

  private fail(error: SessionError, now: number): void {
    if (error.reason === "DIVERGED") this.stream.forgetCheckpoint();
    const delay = this.plan.next(error, now);
    if (delay === undefined) {
      this.end(error);
      return;
    }
    this.show({
      kind: "reconnecting", attempt: this.plan.failures, delay: delay / 1000, after: error,
    });
    if (delay === 0) this.connect();
    else this.link = { kind: Linked.waiting, until: now + delay };
  }

  private end(error?: SessionError): void {
    this.link = { kind: Linked.none };
    this.mode = Mode.over;
    if (!error || error.remedy === "none") this.act({ kind: Act.forget });
    this.stream.outbox.discard();
    this.show({ kind: "closed", error });
  }

  /** Returns `Open` with every field that the configuration determines. */
  private openFrame(): Open {
    const { sessionId, experience, surface, current, start = 0, user } = this.configuration;
    const { skipsSamples = true, samplesSprings = false } = this.configuration;
    return {
      level: CONTRACT_LEVEL, clientName: this.configuration.clientName ?? "web",
      clientVersion: this.configuration.clientVersion, sessionId, epoch: this.epoch, experience,
      surface, user,
      capabilities: { skipsSamples, samplesSprings, resumes: this.policy !== undefined },
      timeUs: start * 1000, ...(current && { current }),
    };
  }

  /**
   * Reports the state of the connection to the app if it has changed; during a pause only its end.
   */
  private show(state: ConnectionState): void {
    if (this.mode === Mode.paused && state.kind !== "paused") return;
    if (same(state, this.state)) return;
    this.state = state;
    this.tell({ kind: "state", state });
  }

  private tell(update: Update): void {
    this.act({ kind: Act.tell, update });
  }

  private act(action: Action): void {
    this.actions.push(action);
  }
}

function stateAfter({ outcome, restartReason }: Opened): ConnectionState {
  if (outcome === "resumed") return { kind: "resumed" };
  if (outcome !== "restarted") return { kind: "open" };
  return { kind: "restarted", reason: restartReason ?? "invalid_token" };
}

/** Returns the period in which to leave a draining server: between two gestures if possible. */
function leaving(drain: Drain, now: number): { after: number; atLast: number } {
  const last = Math.max((drain.endAfterUs ?? 0) - 500_000, 0);
  const after = Math.min(Math.max(drain.leaveAfterUs ?? 0, 0), last);
  return { after: now + after, atLast: now + last };
}
