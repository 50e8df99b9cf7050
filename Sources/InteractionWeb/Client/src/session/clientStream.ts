import { milliseconds } from "../contract/codec";
import type {
  Checkpoint, Current, Directive, Environment, Event, InteractRequest, InteractResponse, Notice,
  Opened, Resume, TriggerLines,
} from "../contract/messages";
import { ClientModel } from "../presenter/model";
import { HeldPointers } from "./heldPointers";
import type { KeptSession } from "./keptSession";
import { Outbox } from "./outbox";
import { packed } from "./packing";
import { restoration } from "./restoration";
import { SampleFilter } from "./sampleFilter";

/** How a stream behaves. */
export interface StreamOptions {
  /** Whether samples between trigger lines are left out. */
  skipsSamples: boolean;
  /** Whether checkpoints are kept to resume from. */
  resumes: boolean;
  /** How many events are kept until they are safe. */
  outboxCapacity: number;
}

/** What a frame brings that was not there before. */
export interface Received {
  /** The directives, in order. */
  directives: Directive[];
  /** What was refused. */
  notices: Notice[];
}

/**
 * Most directives that are applied before the server is told: so few that they stay below its limit
 * in bytes, however large each of them is.
 */
const MAXIMUM_ACK_DIRECTIVES = 8;
/** The interval of heartbeats where no server has named one, µs. */
const USUAL_HEARTBEAT_INTERVAL = 10_000_000;
/** Most events in one frame: half of what the server accepts. */
const MAXIMUM_FRAME_EVENTS = 512;

/**
 * The client's side of one session, over all its connections: numbering, skipping, acknowledging,
 * heartbeats and ticks; and what is needed to go on after a connection was lost.
 *
 * Without I/O or clock. All times are session time, µs, which is the client's own.
 */
export class ClientStream {
  readonly filter = new SampleFilter();
  readonly outbox: Outbox;
  held = new HeldPointers();
  /** The newest directive applied, and the newest that the server knows of. */
  private applied = 0;
  private acked = 0;
  /** The newest checkpoint. */
  private checkpoint?: Checkpoint;
  /** What a client that has applied everything shows. */
  private model = new ClientModel([]);
  /** What the server has said of the session, newest. */
  private opened?: Opened;
  /** Up to when the client had shown what directives lead to before the app was restarted. */
  private shownUntil?: number;
  /** The session's earliest deadline, as the server last named it. */
  private deadline?: number;
  heartbeatInterval = USUAL_HEARTBEAT_INTERVAL;
  /** Directives that are applied before the server is told. */
  private ackDirectives = MAXIMUM_ACK_DIRECTIVES;
  private owesAck = false;
  /** A newer proof of who the client is, to be sent. */
  private token?: string;
  /** Whether nothing may be sent before the server has said where to go on. */
  isWaiting = false;
  private lastSent: number;
  private latest: number;
  /** The surface, if it has changed since the session was opened first. */
  environment?: Environment;
  /** The newest size of each list's content. */
  private readonly sizes = new Map<string | undefined, Event>();
  /** Whether swipes switch tabs, if the app has said so. */
  private swiping?: boolean;

  constructor(private readonly options: StreamOptions, start: number, kept?: KeptSession) {
    this.outbox = new Outbox(options.outboxCapacity);
    this.lastSent = this.latest = start;
    if (!kept) return;
    const { open, checkpoint, opened, resume } = kept;
    this.outbox.restore(kept.events, resume.firstEvent ?? 1, kept.ackedEvent);
    this.held = new HeldPointers(open.current?.offsets);
    this.swiping = open.current?.swiping;
    this.environment = open.environment;
    this.lastSent = this.latest = this.shownUntil = open.timeUs ?? 0;
    this.applied = resume.directive ?? 0;
    this.checkpoint = checkpoint;
    this.opened = opened;
    this.model = new ClientModel(opened.snapshot?.settings ?? []);
  }

  /**
   * What the session goes on with if the app is restarted now; nothing where it could only begin
   * anew.
   */
  kept(): Omit<KeptSession, "keptAt"> | undefined {
    const { checkpoint, opened } = this;
    if (!checkpoint || !opened) return undefined;
    return {
      open: { environment: this.environment, current: this.current, timeUs: this.latest },
      opened: { ...opened, snapshot: { settings: this.model.settings } },
      checkpoint, resume: this.resumePart(checkpoint), events: this.outbox.kept,
      ackedEvent: this.outbox.acked,
    };
  }

  /** Takes in what happened. */
  send(event: Event): void {
    this.latest = Math.max(this.latest, event.timeUs ?? 0);
    this.held.follow(event);
    if (event.environment) this.environment = event.environment;
    if (event.contentSize) this.sizes.set(event.contentSize.source, event);
    if (event.swiping) this.swiping = event.swiping.on ?? false;
    this.outbox.append(this.options.skipsSamples ? this.filter.admit(event) : [event]);
  }

  /** Everything that is still held back, for the end of the session. */
  flush(): void {
    this.outbox.append(this.filter.flushAll());
  }

  /**
   * Takes in a frame; returns what is new in it.
   *
   * @throws RangeError for what the server must not send: directives with a gap before them.
   */
  receive(frame: InteractResponse): Received {
    if (frame.opened) this.begin(frame.opened);
    const directives = (frame.directives ?? []).filter((next) => (next.sequence ?? 0) > this.applied);
    checkOrder(directives, this.applied);
    const notices = (frame.notices ?? []).filter(
      ({ sequence = 0 }) => sequence === 0 || sequence > this.outbox.acked);
    this.setLines(frame.triggerLines);
    if (frame.ackedEvent) {
      this.outbox.acknowledge(frame.ackedEvent);
      if (!this.checkpoint) this.outbox.secure(frame.ackedEvent);
    }
    this.deadline = frame.nextDeadlineUs;
    for (const directive of directives) {
      this.model.apply(directive);
      this.applied = directive.sequence ?? 0;
      // A backend waits to hear of what it ordered.
      if (directive.cause?.command !== undefined) this.owesAck = true;
    }
    const { checkpoint } = frame;
    // A frame that comes again must not bring back what is older.
    if (checkpoint && this.options.resumes
      && (checkpoint.event ?? 0) >= (this.checkpoint?.event ?? 0)
      && (checkpoint.directive ?? 0) >= (this.checkpoint?.directive ?? 0)) {
      this.checkpoint = checkpoint;
      this.outbox.secure(checkpoint.event ?? 0);
    }
    return { directives, notices };
  }

  /**
   * Whether what a directive leads to happens for the first time: not where its cause is older than
   * the app's restart.
   */
  isNews(directive: Directive): boolean {
    return directive.cause?.command !== undefined || this.shownUntil === undefined
      || (directive.atUs ?? 0) > this.shownUntil;
  }

  /** The next frame to send; nothing if there is none now. */
  nextFrame(): InteractRequest | undefined {
    if (this.isWaiting) return undefined;
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
    if (this.owesAck || this.applied - this.acked >= this.ackDirectives) {
      this.owesAck = false;
      this.acked = this.applied;
      return { ack: { directive: this.applied } };
    }
    if (this.latest - this.lastSent >= this.heartbeatInterval) {
      this.lastSent = this.latest;
      const { drags: heldDrags, pointers: heldPointers } = this.held;
      return { heartbeat: { timeUs: this.latest, heldDrags, heldPointers } };
    }
    return undefined;
  }

  /** Sends a newer proof of who the client is. */
  prove(token: string): void {
    this.token = token;
  }

  /** When {@link tick} has something to do. */
  get nextWake(): number {
    return Math.min(
      this.lastSent + this.heartbeatInterval, this.filter.nextFlush ?? Infinity,
      this.deadline ?? Infinity);
  }

  /** Time has passed: sends what was held back long enough, and a tick for a deadline (rule S5). */
  tick(now: number): void {
    this.latest = Math.max(this.latest, now);
    this.outbox.append(this.filter.flush(now));
    if (this.deadline === undefined || now < this.deadline) return;
    this.deadline = undefined;
    this.send({ timeUs: now, tick: {} });
  }

  /** A connection was lost. What the next one has to go on from; nothing if it begins anew. */
  reconnect(): Resume | undefined {
    this.token = undefined;
    this.lastSent = this.latest;
    if (!this.checkpoint) {
      this.startOver();
      return undefined;
    }
    this.isWaiting = true;
    return this.resumePart(this.checkpoint);
  }

  /** The checkpoint leads nowhere: the next connection begins anew. */
  forgetCheckpoint(): void {
    this.checkpoint = undefined;
  }

  /** What a session that begins anew has to know. */
  get current(): Current {
    const current = restoration(this.model.settings, this.held.offsets);
    if (this.swiping !== undefined) current.swiping = this.swiping;
    return current;
  }

  /** Where session time goes on if the session begins anew: with what it is still to be told. */
  get restartTime(): number {
    return Math.min(this.outbox.oldestPending ?? this.latest, this.latest);
  }

  /** Whether anything has been shown yet. */
  get hasOpened(): boolean {
    return this.model.settings.length > 0;
  }

  /** Begins a new session: repeats the content sizes, which `open` has no field for. */
  private startOver(): void {
    this.outbox.restart();
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
      microseconds(opened.heartbeatInterval) || USUAL_HEARTBEAT_INTERVAL, 1_000_000);
    const window = opened.limits?.maxUnacknowledgedDirectives ?? 0;
    this.ackDirectives = window === 0 ? MAXIMUM_ACK_DIRECTIVES
      : Math.min(Math.max(Math.floor(window / 2), 1), MAXIMUM_ACK_DIRECTIVES);
    this.isWaiting = false;
    this.opened = opened;
    if (opened.outcome === "resumed") {
      this.outbox.rewind(opened.appliedEvent ?? 0);
      // What was acknowledged on another connection may not have arrived.
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
      throw new RangeError(`directive ${sequence} came where ${expected} was expected`);
    }
    expected += 1;
  }
}

/** A duration of the contract, whole µs. */
export function microseconds(duration: Opened["heartbeatInterval"]): number {
  return Math.floor(milliseconds(duration) * 1000);
}
