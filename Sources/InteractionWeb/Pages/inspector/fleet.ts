import { CallError, messageOf } from "./calls";
import type { CommandedEngine } from "./command";
import type { CountedEngine } from "./counts";
import type {
  EngineAddress, ExperienceSummary, Filter, InspectorCalls, SessionCount, Sessions, SessionSummary,
} from "./operators";

/** The calls by which a page looks over a fleet. */
export interface FleetSource {
  /** Returns the engines of the fleet; none without a fleet. */
  engines(): Promise<readonly EngineAddress[]>;
  /** Returns the calls of an engine. */
  calls(engine: EngineAddress): InspectorCalls;
}

/** The polling interval of an engine that answers, ms. */
const interval = 1_000;
/** The polling interval of an engine that has not answered, ms. */
const retryInterval = 2_000;
/** The interval between two lists of the engines, ms. */
const listInterval = 5_000;
/** The number of polls of which one also loads the experiences and counts. */
const pollsPerCount = 3;

/** An engine with its newest answers. Each is polled on its own, so that none waits for another. */
export class PolledEngine implements CountedEngine, CommandedEngine {
  sessions: Sessions = {};
  experiences: readonly ExperienceSummary[] = [];
  counts: readonly SessionCount[] = [];
  /** The reason why the engine has not answered; undefined if it has. */
  problem: string | undefined;
  /** True once the engine has answered or failed. */
  isKnown = false;
  /** True if it refuses the operator. */
  isRefusing = false;
  /** The progress while the engine drains. */
  draining: string | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private polls = 0;
  private answers = 0;

  /**
   * @param name - The engine's name; empty without a fleet.
   * @param onchange - Called after each answer and each failure.
   */
  constructor(
    readonly name: string, readonly routingKey: string, readonly calls: InspectorCalls,
    private readonly filter: () => Filter, private readonly onchange: () => void,
  ) {}

  /** Loads the lists now, and again after each interval. */
  async poll(): Promise<void> {
    clearTimeout(this.timer);
    const number = this.polls += 1;
    try {
      const sessions = await this.calls.sessions(this.filter());
      const isFull = this.answers % pollsPerCount === 0;
      const experiences = isFull ? await this.calls.experiences() : this.experiences;
      const counts = isFull ? await this.calls.counts().catch(ignoreMissing) : this.counts;
      // A newer request may have been answered first.
      if (number !== this.polls) return;
      this.sessions = sessions;
      this.experiences = experiences;
      this.counts = counts;
      this.answers += 1;
      this.problem = undefined;
      this.isRefusing = false;
    } catch (error) {
      if (number !== this.polls) return;
      this.answers = 0;
      this.problem = messageOf(error);
      this.draining = undefined;
      this.isRefusing = error instanceof CallError && error.isUnauthenticated;
    }
    this.isKnown = true;
    this.timer = setTimeout(() => this.poll(), this.problem ? retryInterval : interval);
    this.onchange();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.polls += 1;
  }
}

/** The engines of a fleet, or a single one. */
export class InspectedFleet {
  /** The engines, by name; empty until they are known. */
  engines: readonly PolledEngine[] = [];
  /** The reason why the engines are unknown. */
  problem: string | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private lists = 0;

  /**
   * @param onchange - Called after each answer.
   * @param onrefusal - Called with the reason when every engine refuses the operator.
   */
  constructor(
    private readonly source: FleetSource, private readonly filter: () => Filter,
    private readonly onchange: () => void, private readonly onrefusal: (reason: string) => void,
  ) {}

  /** The engines whose newest answer is shown. */
  get answering(): readonly PolledEngine[] {
    return this.engines.filter(({ isKnown, problem }) => isKnown && problem === undefined);
  }

  /** True if the engines have names. */
  get isFleet(): boolean {
    return this.engines.some(({ name }) => name !== "");
  }

  /** Lists the engines now, and again after each interval. */
  async start(): Promise<void> {
    clearTimeout(this.timer);
    const number = this.lists += 1;
    try {
      const found = await this.source.engines().catch(ignoreMissing);
      if (number !== this.lists) return;
      this.problem = undefined;
      this.update(found.length > 0 ? found : [{}]);
    } catch (error) {
      if (number !== this.lists) return;
      this.problem = messageOf(error);
      if (error instanceof CallError && error.isUnauthenticated && this.engines.length === 0) {
        return this.onrefusal(this.problem);
      }
    }
    const delay = this.engines.length > 0 ? listInterval : interval;
    this.timer = setTimeout(() => this.start(), delay);
    this.onchange();
  }

  /** Forgets the engines. */
  stop(): void {
    clearTimeout(this.timer);
    this.lists += 1;
    for (const engine of this.engines) engine.stop();
    this.engines = [];
  }

  /** Loads the lists of all engines again, since the filter has changed. */
  refresh(): void {
    for (const engine of this.engines) void engine.poll();
  }

  /**
   * Searches all engines for a session. `found` is called for each engine that has it, without
   * waiting for the others.
   */
  async find(
    session: string, found: (engine: PolledEngine, summary: SessionSummary) => void,
  ): Promise<void> {
    // By ID, so that the session itself comes before others with this prefix.
    const filter = { experience: "", user: "", sessionPrefix: session, pageSize: 1 };
    await Promise.all(this.engines.map(async (engine) => {
      const { sessions = [] } = await engine.calls.sessions(filter).catch((): Sessions => ({}));
      if (sessions[0]?.sessionId === session) found(engine, sessions[0]);
    }));
  }

  private update(found: readonly EngineAddress[]): void {
    const left = new Set(this.engines);
    this.engines = found.map((address) => {
      const { name = "", routingKey = "" } = address;
      for (const engine of left) {
        if (engine.name !== name || engine.routingKey !== routingKey) continue;
        left.delete(engine);
        return engine;
      }
      const engine = new PolledEngine(
        name, routingKey, this.source.calls(address), this.filter, () => this.changed());
      void engine.poll();
      return engine;
    });
    for (const engine of left) engine.stop();
  }

  private changed(): void {
    // One engine may be configured wrongly, but a wrong token is refused by all.
    const [first] = this.engines;
    if (first?.problem !== undefined && this.engines.every(({ isRefusing }) => isRefusing)) {
      this.stop();
      this.onrefusal(first.problem);
    } else {
      this.onchange();
    }
  }
}

/** Returns an empty list for a method that an engine of an older release does not have. */
function ignoreMissing(error: unknown): never[] {
  if (error instanceof CallError && error.code === "unimplemented") return [];
  throw error;
}
