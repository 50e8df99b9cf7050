import { decode } from "../contract/codec";
import { deepEqual } from "../contract/equality";
import { MessageType } from "../contract/fields";
import type { Drain, InteractionEvent, InteractResponse, Open, Opened } from "../contract/messages";
import { ActionKind, SessionAction } from "./action";
import { ClientStream } from "./clientStream";
import { CONTRACT_LEVEL, SessionConfiguration } from "./configuration";
import type { LocalEngine, OfflinePolicy } from "../offline/policy";
import type { KeptSession } from "./keptSession";
import { ReconnectPlan, ReconnectPolicy, standardReconnectPolicy } from "./reconnectPlan";
import { InteractionError } from "./sessionError";
import type { SessionConnectionState, SessionUpdate } from "./updates";

/** The phases of a session's connection. */
enum LinkPhase { none, connecting, open, closing, waiting }

/** The phase of a session's connection. */
type Link =
  /**
   * The idle connection: none is open, and no attempt is scheduled.
   *
   * Can transition to: `connecting`.
   */
  | { kind: LinkPhase.none }
  /**
   * The shell fetches a token and opens a socket.
   *
   * Can transition to: `open`, `waiting`, `none`.
   */
  | { kind: LinkPhase.connecting }
  /**
   * The socket is open. `openedAt` is the time at which the server opened the session, `lastHeard`
   * that of its newest frame, and `drain` the period in which to leave a draining server.
   *
   * Can transition to: `leaving`, `connecting`, `waiting`, `none`.
   */
  | {
    kind: LinkPhase.open; openedAt?: number; lastHeard: number;
    drain?: { after: number; atLast: number };
  }
  /**
   * The client has closed the socket, and waits for its end.
   *
   * Can transition to: `connecting`, `waiting`, `none`.
   */
  | { kind: LinkPhase.closing; openedAt?: number; drain?: unknown }
  /**
   * The backoff before the next attempt.
   *
   * Can transition to: `connecting`, `none`.
   */
  | { kind: LinkPhase.waiting; until: number };

/** Returns whether there is a connection, or an attempt to open one. */
function isCall(link: Link): link is Exclude<Link, { kind: LinkPhase.none | LinkPhase.waiting }> {
  return link.kind !== LinkPhase.none && link.kind !== LinkPhase.waiting;
}

/** The phase of a session. */
enum SessionPhase { running, paused, finishing, over }

/**
 * A session over all its connections, as a value: inputs carry their time, {@link take} returns the
 * actions. Times are session time, µs, which follows the clock.
 */
export class SessionMachine {
  readonly stream: ClientStream;
  private readonly plan: ReconnectPlan;
  private readonly policy?: ReconnectPolicy;
  private link: Link = { kind: LinkPhase.none };
  private mode = SessionPhase.running;
  private state: SessionConnectionState = { kind: "connecting" };
  /** The number of the newest connection. */
  private epoch: number;
  private actions: SessionAction[] = [];
  private readonly offline?: OfflinePolicy;
  /** Decides locally; null while it is being loaded. */
  private local?: LocalEngine | null;
  /** The newest loss of a connection, as reported to the app. */
  private loss?: SessionConnectionState & { kind: "reconnecting" };

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
    const { reconnects, skipsSamples = true, offline } = configuration;
    // The text has no options, so that each has its default.
    this.offline = offline as OfflinePolicy | undefined;
    this.policy = reconnects === null ? undefined : reconnects ?? standardReconnectPolicy;
    this.plan = new ReconnectPlan(this.policy, endpoints, random);
    this.epoch = Math.max(kept?.open.epoch ?? 0, epoch);
    this.stream = new ClientStream({
      skipsSamples, resumes: this.policy !== undefined,
      outboxCapacity: configuration.outboxCapacity ?? 8192, surface: configuration.surface,
    }, start, kept);
    if (kept) {
      this.tell({ kind: "opened", opened: kept.opened });
      const { surface } = configuration;
      if (!deepEqual(surface, kept.open.surface)) {
        this.stream.send({ timeUs: start, surface });
      }
    }
    this.connect();
    if (this.offline?.experience) this.load();
  }

  /** Returns the actions since the last call, in order. */
  take(now: number): SessionAction[] {
    this.sendPending(now);
    const { actions } = this;
    this.actions = [];
    return actions;
  }

  /** The state of the connection. */
  get connection(): SessionConnectionState {
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
    if (this.mode === SessionPhase.finishing || this.mode === SessionPhase.over) return;
    this.stream.send(event);
    if (this.stream.outbox.isOverfull) {
      this.end(new InteractionError("resource_exhausted", "the outbox is full"));
    }
  }

  /** Handles an opened socket. */
  connected(now: number): void {
    if (this.link.kind !== LinkPhase.connecting) return;
    this.link = { kind: LinkPhase.open, lastHeard: now };
    const resume = this.stream.reconnect();
    const open = this.currentOpenFrame();
    if (resume) open.resume = resume;
    this.act({ kind: ActionKind.send, frame: { open } });
  }

  /** Handles that the engine which decides locally is loaded. */
  loaded(local: LocalEngine, now: number): void {
    this.local = local;
    if (this.link.kind !== LinkPhase.waiting) return;
    this.goOffline(now);
    this.show(this.loss!);
  }

  /** Handles that no engine can be loaded, or that it cannot decide. */
  offlineFailed(error: unknown): void {
    const { stream } = this;
    this.tell({ kind: "offlineFailed", message: String(error) });
    this.local = undefined;
    if (!stream.decide) return;
    stream.decide = undefined;
    this.show(this.loss!);
  }

  /** Receives a frame in protobuf's binary form. */
  receive(data: Uint8Array, now: number): void {
    const { link } = this;
    if (link.kind !== LinkPhase.open && link.kind !== LinkPhase.closing) return;
    try {
      const frame = decode(MessageType.InteractResponse, data);
      const { opened, drain } = frame;
      this.apply(frame);
      if (opened) {
        link.openedAt = now;
        this.show(stateAfter(opened));
      }
      if (link.kind !== LinkPhase.open) return;
      link.lastHeard = now;
      if (drain && this.policy) {
        link.drain = drainPeriod(drain, now);
        this.show({ kind: "draining" });
      }
    } catch (error) {
      this.abandon(new InteractionError("internal", `malformed frame: ${error}`), now);
    }
  }

  /**
   * Handles the end of the connection, or of the attempt to open one; without an error after a
   * normal closure.
   */
  ended(error: InteractionError | undefined, now: number): void {
    const { link } = this;
    if (!isCall(link)) return;
    this.closed(now);
    if (this.isIdle) return;
    if (error && link.kind !== LinkPhase.closing) {
      this.fail(error, now);
    } else if (link.kind !== LinkPhase.connecting && link.drain && !this.isSettled) {
      this.plan.selectNextEndpoint();
      this.connect();
    } else {
      this.end();
    }
  }

  /** The next time at which {@link tick} has work, µs. */
  get nextWake(): number | undefined {
    if (this.isIdle) return undefined;
    const wakes = [this.stream.nextWake, this.idleTimeoutAt];
    if (this.link.kind === LinkPhase.waiting) wakes.push(this.link.until);
    if (this.link.kind === LinkPhase.open) {
      const { drain } = this.link;
      wakes.push(this.stream.lastSent + this.stream.heartbeatInterval);
      if (drain) wakes.push(this.stream.activeTouches.isEmpty ? drain.after : drain.atLast);
    }
    return Math.min(...wakes);
  }

  /** Handles the passing of time: silence timeouts, ticks and reconnect attempts. */
  tick(now: number): void {
    if (this.isIdle) return;
    if (now >= this.idleTimeoutAt) {
      this.abandon(new InteractionError("unavailable", "the server is silent"), now);
    }
    this.stream.tick(now);
    if (this.link.kind === LinkPhase.waiting && now >= this.link.until) this.connect();
  }

  /**
   * Closes the connection gracefully, after the pending events. Nothing is sent, retried or ticked
   * until {@link resume}; events are queued meanwhile.
   */
  pause(now: number): void {
    if (this.mode !== SessionPhase.running) return;
    this.mode = SessionPhase.paused;
    this.stream.flush();
    this.show({ kind: "paused" });
    const isOpen = this.link.kind === LinkPhase.closing
      || (this.link.kind === LinkPhase.open && this.link.openedAt !== undefined);
    if (!isOpen) this.dropLink(now);
  }

  /** Resumes after a pause, at once and on a new connection. */
  resume(now: number): void {
    if (this.mode !== SessionPhase.paused) return;
    this.mode = SessionPhase.running;
    this.show({ kind: "connecting" });
    // Does not wait for the end of the old connection.
    this.dropLink(now);
    this.connect();
  }

  /** Ends the session after the pending events; resumes a paused session to send them. */
  finish(now: number): void {
    this.resume(now);
    if (this.mode !== SessionPhase.running) return;
    this.stream.flush();
    this.mode = SessionPhase.finishing;
    if (this.link.kind === LinkPhase.waiting && this.stream.decide) this.end();
  }

  /** Ends the session at once. */
  cancel(): void {
    if (this.mode !== SessionPhase.over) this.end();
  }

  /** Moves to a new connection, or retries, at once, because the network path has changed. */
  networkChanged(now: number): void {
    if (this.isIdle) return;
    if (this.link.kind === LinkPhase.waiting) this.connect();
    else this.abandon(new InteractionError("unavailable", "the network changed"), now);
  }

  /** Sends a refreshed access token. */
  refresh(token: string): void {
    this.stream.refresh(token);
  }

  /** The time at which the silence timeout fires, µs. */
  private get idleTimeoutAt(): number {
    const { link, policy } = this;
    return policy && link.kind === LinkPhase.open
      ? link.lastHeard + (policy.idleTimeout! * 1000 || 2.5 * this.stream.heartbeatInterval) : Infinity;
  }

  /** True if nothing is sent or retried: the session is paused or over. */
  private get isIdle(): boolean {
    return this.mode === SessionPhase.paused || this.mode === SessionPhase.over;
  }

  private get isSettled(): boolean {
    return this.mode === SessionPhase.finishing && this.stream.outbox.isSettled;
  }

  /** Applies a frame of the server, or of a local session. */
  private apply(frame: InteractResponse): void {
    const { opened, checkpoint } = frame;
    const { directives, notices } = this.stream.receive(frame);
    if (opened?.snapshot) this.tell({ kind: "opened", opened });
    if (opened || checkpoint) this.act({ kind: ActionKind.save });
    for (const directive of directives) {
      this.tell({ kind: "directive", directive, performsEffects: this.stream.performsEffects(directive) });
    }
    for (const notice of notices) {
      if (notice.reason === "token_expires") this.act({ kind: ActionKind.refresh });
      else this.tell({ kind: "notice", notice });
    }
  }

  /** Sends the pending frames, and closes the connection if it is time to leave. */
  private sendPending(now: number): void {
    while (this.link.kind === LinkPhase.open) {
      const { drain, openedAt } = this.link;
      const hasToLeave = drain && now >= drain.after
        && (this.stream.activeTouches.isEmpty || now >= drain.atLast);
      const frame = hasToLeave ? undefined : this.stream.nextFrame();
      if (frame) {
        this.act({ kind: ActionKind.send, frame });
      } else if (hasToLeave
        || (!this.stream.isResuming && (this.mode === SessionPhase.paused || this.isSettled))) {
        this.link = { kind: LinkPhase.closing, openedAt, drain };
        this.act({ kind: ActionKind.leave });
      } else {
        return;
      }
    }
  }

  private connect(): void {
    this.epoch += 1;
    this.link = { kind: LinkPhase.connecting };
    const { endpoint, keyVariant } = this.plan;
    this.act({ kind: ActionKind.connect, endpoint, keyVariant });
  }

  /** Records that there is no connection. */
  private closed(now: number): void {
    const { link } = this;
    if ((link.kind === LinkPhase.open || link.kind === LinkPhase.closing) && link.openedAt !== undefined) {
      this.plan.succeed(now - link.openedAt);
    }
    this.link = { kind: LinkPhase.none };
  }

  private dropLink(now: number): void {
    if (isCall(this.link)) this.act({ kind: ActionKind.abandon });
    this.closed(now);
  }

  private abandon(error: InteractionError, now: number): void {
    if (!isCall(this.link)) return;
    this.dropLink(now);
    if (this.mode !== SessionPhase.paused) this.fail(error, now);
  }

  private fail(error: InteractionError, now: number): void {
    if (error.reason === "DIVERGED") this.stream.forgetCheckpoint();
    const delay = this.plan.next(error, now);
    if (delay === undefined) {
      this.end(error);
      return;
    }
    const { failures } = this.plan;
    this.loss = { kind: "reconnecting", attempt: failures, delay: delay / 1000, after: error };
    // After each loss a module that could not be loaded is requested again.
    if (failures === 1 && (this.stream.served || this.offline?.experience)) this.load();
    this.goOffline(now);
    this.show(this.loss);
    if (this.stream.decide && this.mode === SessionPhase.finishing) this.end();
    else if (delay === 0) this.connect();
    else this.link = { kind: LinkPhase.waiting, until: now + delay };
  }

  private load(): void {
    if (this.local !== undefined) return;
    this.local = null;
    this.act({ kind: ActionKind.load });
  }

  /**
   * Begins to decide locally if the policy allows it and no server has been reachable for long
   * enough, starting with the events that no server is known to have applied.
   */
  private goOffline(now: number): void {
    const { stream, local } = this;
    if (!local || stream.decide) return;
    const open = this.currentOpenFrame();
    open.timeUs = stream.restartTime;
    stream.decide = local(
      this.offline!, this.loss!.after, now - this.plan.downSince!, open, stream.outbox.pending,
      stream.opened, stream.served, (frame) => this.apply(frame), (error) => this.offlineFailed(error));
    if (stream.decide) stream.outbox.discard();
  }

  private end(error?: InteractionError): void {
    if (isCall(this.link)) this.act({ kind: ActionKind.abandon });
    this.link = { kind: LinkPhase.none };
    this.mode = SessionPhase.over;
    if (!error || error.retryAdvice === "none") this.act({ kind: ActionKind.remove });
    this.stream.outbox.discard();
    this.show({ kind: "closed", error });
  }

  /** Returns `Open` with the client's current state, if the session has ever opened. */
  private currentOpenFrame(): Open {
    const open = this.openFrame();
    const { stream } = this;
    if (stream.hasOpened) {
      open.current = stream.current;
      open.current.swiping ??= this.configuration.current?.swiping;
      open.surface = stream.surface ?? open.surface;
      open.timeUs = stream.restartTime;
    }
    return open;
  }

  /** Returns `Open` with every field that the configuration determines. */
  private openFrame(): Open {
    const { sessionId, experience, surface, current, start = 0, user } = this.configuration;
    const { clientName = "web", clientVersion, platform = "web" } = this.configuration;
    const { skipsSamples = true, samplesSprings = false } = this.configuration;
    return {
      level: CONTRACT_LEVEL, clientName, clientVersion, sessionId, epoch: this.epoch, experience,
      surface, user, platform,
      wantsLocalExperience: this.offline?.followsServer ?? !!this.offline,
      capabilities: { skipsSamples, samplesSprings, resumes: this.policy !== undefined },
      timeUs: start * 1000, ...(current && { current }),
    };
  }

  /**
   * Reports the state of the connection to the app if it has changed; during a pause only its end.
   */
  private show(state: SessionConnectionState): void {
    if (this.mode === SessionPhase.paused && state.kind !== "paused") return;
    if (this.stream.decide && state.kind.endsWith("connecting")) state = { kind: "offline" };
    if (deepEqual(state, this.state)) return;
    this.state = state;
    this.tell({ kind: "state", state });
  }

  private tell(update: SessionUpdate): void {
    this.act({ kind: ActionKind.yieldUpdate, update });
  }

  private act(action: SessionAction): void {
    this.actions.push(action);
  }
}

function stateAfter({ outcome, restartReason }: Opened): SessionConnectionState {
  if (outcome === "resumed") return { kind: "resumed" };
  if (outcome !== "restarted") return { kind: "open" };
  return { kind: "restarted", reason: restartReason ?? "invalid_token" };
}

/** Returns the period in which to leave a draining server: between two gestures if possible. */
function drainPeriod(drain: Drain, now: number): { after: number; atLast: number } {
  const last = Math.max((drain.endAfterUs ?? 0) - 500_000, 0);
  const after = Math.min(Math.max(drain.leaveAfterUs ?? 0, 0), last);
  return { after: now + after, atLast: now + last };
}
