import type {
  Checkpoint, CurrentState, Directive, InteractionEvent, InteractRequest, InteractResponse,
  Notice, Opened, Resume, Surface, TriggerLines,
} from "../contract/messages";
import { ClientModel } from "../presenter/model";
import { ActiveTouches } from "./activeTouches";
import type { KeptSession } from "./keptSession";
import { Outbox } from "./outbox";
import { packed } from "./packing";
import { restoration } from "./restoration";
import { SampleFilter } from "./sampleFilter";

/** The options of a stream. */
export interface StreamOptions {
  /** True if samples between trigger lines are skipped. */
  skipsSamples: boolean;
  /** True if checkpoints are kept to resume from. */
  resumes: boolean;
  /** The maximum number of events in the outbox. */
  outboxCapacity: number;
  /** The surface with which the session opens. */
  surface?: Surface;
}

/** The new parts of a frame. */
export interface Received {
  /** The directives, in order. */
  directives: Directive[];
  /** The notices about events and frames that were refused, and the token's expiry. */
  notices: Notice[];
}

/**
 * The maximum number of applied directives before an acknowledgement: low enough to stay below the
 * server's limit in bytes, whatever their size.
 */
const MAXIMUM_ACK_DIRECTIVES = 8;
/** The heartbeat interval until a server has named one, µs. */
const USUAL_HEARTBEAT_INTERVAL = 10_000_000;
/** The maximum number of events in a frame: half of the server's limit. */
const MAXIMUM_FRAME_EVENTS = 512;

/**
 * The frames of one session, over all its connections: numbering, skipping samples,
 * acknowledgements, heartbeats and ticks, and the state to resume from.
 *
 * Without I/O or clock. All times are session time, µs, which the client determines.
 */
export class ClientStream {
  readonly filter: SampleFilter;
  readonly outbox: Outbox;
  activeTouches = new ActiveTouches();
  /** The newest applied directive, and the newest acknowledged one. */
  private applied = 0;
  private acked = 0;
  /** The newest checkpoint. */
  private checkpoint?: Checkpoint;
  /** The client's state after all received directives. */
  private model = new ClientModel([]);
  /** The server's newest `Opened`. */
  opened?: Opened;
  /**
   * The newest `Opened` with an experience to decide by; absent if the session runs by another one.
   */
  served?: Opened;
  /** Decides about an event, and reports the directives; absent while the server decides. */
  decide?: (event: InteractionEvent) => void;
  /** True if a server has been asked to open the session with the local decisions so far. */
  isHandover = false;
  /**
   * The session time up to which effects were performed: decided locally before a handover to a
   * server, or presented before a restart of the app.
   */
  effectsPerformedUntil?: number;
  /** The session's earliest deadline, as last named by the server. */
  private deadline?: number;
  heartbeatInterval = USUAL_HEARTBEAT_INTERVAL;
  /** The number of applied directives before an acknowledgement. */
  private ackDirectives = MAXIMUM_ACK_DIRECTIVES;
  private owesAck = false;
  /** A new access token that is still to be sent. */
  private token?: string;
  /** True while sending waits until the server has named the event to resume after. */
  isResuming = false;
  lastSent: number;
  private latest: number;
  /** The surface, if it has changed since the first opening. */
  surface?: Surface;
  /** The newest content-size event of each list. */
  private readonly sizes = new Map<string | undefined, InteractionEvent>();
  /** True if swipes switch tabs; absent if the app has not reported it. */
  private swiping?: boolean;

  constructor(private readonly options: StreamOptions, start: number, kept?: KeptSession) {
    this.outbox = new Outbox(options.outboxCapacity);
    this.filter = new SampleFilter(kept?.open.surface ?? options.surface);
    this.lastSent = this.latest = start;
    if (!kept) return;
    this.filter.continueElsewhere();
    const { open, checkpoint, opened, resume } = kept;
    this.outbox.restore(kept.events, resume.firstEvent ?? 1, kept.ackedEvent);
    this.activeTouches = new ActiveTouches(open.current?.offsets);
    this.swiping = open.current?.swiping;
    this.surface = open.surface;
    this.lastSent = this.latest = this.effectsPerformedUntil = open.timeUs ?? 0;
    this.applied = resume.directive ?? 0;
    this.checkpoint = checkpoint;
    this.opened = opened;
    this.served = opened.localExperience && opened;
    this.model = new ClientModel(opened.snapshot?.settings ?? []);
  }

  /** Returns the session to save for a restart of the app; undefined if it could not be resumed. */
  kept(): Omit<KeptSession, "keptAt"> | undefined {
    const { checkpoint, opened } = this;
    if (!checkpoint || !opened) return undefined;
    return {
      open: { surface: this.surface, current: this.current, timeUs: this.latest },
      opened: { ...opened, snapshot: { settings: this.model.settings } },
      checkpoint, resume: this.resumePart(checkpoint), events: this.outbox.kept,
      ackedEvent: this.outbox.acked,
    };
  }

  /** Reports an event. */
  send(event: InteractionEvent): void {
    this.latest = Math.max(this.latest, event.timeUs ?? 0);
    this.activeTouches.follow(event);
    if (event.surface) this.surface = event.surface;
    if (event.contentSize) this.sizes.set(event.contentSize.source, event);
    if (event.swiping) this.swiping = event.swiping.on ?? false;
    const { isHandover } = this;
    this.decide?.(event);
    // A server that opens the session is sent the same events.
    if (!this.decide || isHandover) {
      this.outbox.append(
        this.options.skipsSamples && !isHandover ? this.filter.admit(event) : [event]);
    }
  }

  /** Queues all skipped samples, for the end of the session. */
  flush(): void {
    this.outbox.append(this.filter.flushAll());
  }

  /**
   * Receives a frame. Returns the parts that are new.
   *
   * @throws RangeError for a gap before a directive.
   */
  receive(frame: InteractResponse): Received {
    if (frame.opened) this.begin(frame.opened);
    const directives = (frame.directives ?? []).filter((next) => (next.sequence ?? 0) > this.applied);
    checkOrder(directives, this.applied);
    const notices = (frame.notices ?? []).filter(
      ({ sequence = 0 }) => sequence === 0 || sequence > this.outbox.acked);
    const { experienceDigest } = frame;
    // `served` keeps its own digest.
    if (experienceDigest && this.opened) this.opened = { ...this.opened, experienceDigest };
    this.setLines(frame.triggerLines);
    if (frame.ackedEvent) {
      this.outbox.acknowledge(frame.ackedEvent);
      if (!this.checkpoint) this.outbox.removeCheckpointed(frame.ackedEvent);
    }
    this.deadline = frame.nextDeadlineUs;
    for (const directive of directives) {
      this.model.apply(directive);
      this.applied = directive.sequence ?? 0;
      // A backend waits for the acknowledgement of its command.
      if (directive.cause?.command !== undefined) this.owesAck = true;
    }
    const { checkpoint } = frame;
    // A repeated frame must not restore an older checkpoint.
    if (checkpoint && this.options.resumes
      && (checkpoint.event ?? 0) >= (this.checkpoint?.event ?? 0)
      && (checkpoint.directive ?? 0) >= (this.checkpoint?.directive ?? 0)) {
      this.checkpoint = checkpoint;
      this.outbox.removeCheckpointed(checkpoint.event ?? 0);
    }
    return { directives, notices };
  }

  /**
   * Returns whether a directive's effects are performed now for the first time: not if the client
   * decided its cause itself during a handover, or if the cause precedes a restart of the app.
   */
  performsEffects(directive: Directive): boolean {
    return directive.cause?.command !== undefined || this.effectsPerformedUntil === undefined
      || (directive.atUs ?? 0) > this.effectsPerformedUntil;
  }

  /** Returns the next frame to send; undefined if there is none now. */
  nextFrame(): InteractRequest | undefined {
    if (this.isResuming) return undefined;
    const { token } = this;
    if (token !== undefined) {
      this.token = undefined;
      return { authRefresh: { token } };
    }
    const events = this.outbox.next(MAXIMUM_FRAME_EVENTS, this.options.resumes);
    if (events.length > 0) {
      this.lastSent = this.latest;
      return {
        events: {
          firstSequence: events[0]!.sequence, events: packed(events.map(({ event }) => event)),
        },
      };
    }
    if (!this.decide && (this.owesAck || this.applied - this.acked >= this.ackDirectives)) {
      this.owesAck = false;
      this.acked = this.applied;
      return { ack: { directive: this.applied } };
    }
    if (this.latest - this.lastSent >= this.heartbeatInterval) {
      this.lastSent = this.latest;
      const { drags: heldDrags, pointers: heldPointers } = this.activeTouches;
      return { heartbeat: { timeUs: this.latest, heldDrags, heldPointers } };
    }
    return undefined;
  }

  /** Sends a refreshed access token. */
  refresh(token: string): void {
    this.token = token;
  }

  /** The time at which {@link tick} has work, with or without a connection. */
  get nextWake(): number {
    return Math.min(this.filter.nextFlush ?? Infinity, this.deadline ?? Infinity);
  }

  /**
   * Handles the passing of time: queues samples that were skipped long enough, and a tick for a
   * deadline (rule S5).
   */
  tick(now: number): void {
    this.latest = Math.max(this.latest, now);
    this.outbox.append(this.filter.flush(now));
    if (this.deadline === undefined || now < this.deadline) return;
    this.deadline = undefined;
    this.send({ timeUs: now, tick: {} });
  }

  /**
   * Handles the loss of a connection. Returns the state to resume from; undefined if the session
   * has to start anew.
   */
  reconnect(): Resume | undefined {
    this.token = undefined;
    this.lastSent = this.latest;
    const { decide } = this;
    this.isHandover = !!decide;
    // The server is sent the current state, and only the events from now on.
    if (decide) {
      this.flush();
      this.outbox.discard();
    }
    if (!this.checkpoint) {
      this.decide = undefined;
      this.startOver();
      this.decide = decide;
      return undefined;
    }
    this.isResuming = true;
    return this.resumePart(this.checkpoint);
  }

  /** Forgets a checkpoint that no server can resume; the next connection starts a new session. */
  forgetCheckpoint(): void {
    this.checkpoint = undefined;
  }

  /** The client's current state, for `Open` of a new session. */
  get current(): CurrentState {
    const current = restoration(this.model.settings, this.activeTouches.offsets);
    if (this.swiping !== undefined) current.swiping = this.swiping;
    return current;
  }

  /** The session time at which a new session starts: the time of its oldest pending event. */
  get restartTime(): number {
    return Math.min(this.outbox.oldestPending ?? this.latest, this.latest);
  }

  /** The name of the session's variant; empty if it is in none, or has never opened. */
  get variant(): string {
    return this.opened?.variant ?? "";
  }

  /** True if the session has ever opened. */
  get hasOpened(): boolean {
    return this.model.settings.length > 0;
  }

  /** Begins a new session: repeats the content sizes, for which `Open` has no field. */
  private startOver(): void {
    this.outbox.restart();
    this.filter.continueElsewhere();
    const pending = this.outbox.kept;
    for (const event of this.sizes.values()) {
      if (!pending.includes(event)) this.send({ ...event, timeUs: this.latest });
    }
  }

  private resumePart({ token }: Checkpoint): Resume {
    return { token, directive: this.applied, firstEvent: this.outbox.first };
  }

  private begin(opened: Opened): void {
    this.heartbeatInterval = Math.max(
      opened.heartbeatIntervalUs || USUAL_HEARTBEAT_INTERVAL, 1_000_000);
    const window = opened.limits?.maxUnacknowledgedDirectives ?? 0;
    this.ackDirectives = window === 0 ? MAXIMUM_ACK_DIRECTIVES
      : Math.min(Math.max(Math.floor(window / 2), 1), MAXIMUM_ACK_DIRECTIVES);
    this.isResuming = false;
    if (this.decide) this.effectsPerformedUntil = this.latest;
    this.decide = undefined;
    this.isHandover = false;
    this.opened = opened;
    if (opened.localExperience || this.served?.experienceDigest !== opened.experienceDigest) {
      this.served = opened.localExperience && opened;
    }
    if (opened.outcome === "resumed") {
      this.outbox.rewind(opened.appliedEvent ?? 0);
      // An acknowledgement on the previous connection may be lost.
      this.acked = Math.min(this.acked, this.applied);
      this.owesAck = this.applied > 0;
    } else {
      if (opened.outcome === "restarted") this.startOver();
      this.checkpoint = undefined;
      this.applied = this.acked = 0;
      this.model = new ClientModel(opened.snapshot?.settings ?? []);
    }
    this.setLines(opened.triggerLines);
  }

  private setLines(lines: readonly TriggerLines[] = []): void {
    for (const next of lines) this.filter.setLines(next);
  }
}

function checkOrder(directives: readonly Directive[], applied: number): void {
  const left = new Set(directives.flatMap(({ supersedes }) => supersedes ?? []));
  let expected = applied + 1;
  for (const { sequence = 0 } of directives) {
    while (expected < sequence && left.delete(expected)) expected += 1;
    if (sequence !== expected) {
      throw new RangeError(`directive ${sequence}, not ${expected}`);
    }
    expected += 1;
  }
}
