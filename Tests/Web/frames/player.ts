import { deepEqual as deepStrictEqual } from "node:assert/strict";
import { decode, encode } from "../../../Sources/InteractionWeb/Client/src/contract/codec";
import { MessageType } from "../../../Sources/InteractionWeb/Client/src/contract/fields";
import { fromJSON } from "../../../Sources/InteractionWeb/Client/src/contract/json";
import type { LocalEngine } from "../../../Sources/InteractionWeb/Client/src/offline/policy";
import type { InteractRequest, Open }
  from "../../../Sources/InteractionWeb/Client/src/contract/messages";
import { KeptSession, readKept, writeKept }
  from "../../../Sources/InteractionWeb/Client/src/session/keptSession";
import { InteractionError, Status }
  from "../../../Sources/InteractionWeb/Client/src/session/sessionError";
import { SessionMachine } from "../../../Sources/InteractionWeb/Client/src/session/sessionMachine";
import { ActionKind, SessionAction } from "../../../Sources/InteractionWeb/Client/src/session/action";
import type { SessionConnectionState, SessionUpdate }
  from "../../../Sources/InteractionWeb/Client/src/session/updates";
import { errorText } from "./errors";
import { Line, Script, time } from "./script";
import { eventOf, policyOf } from "./words";

/** The expected actions of a client, one for each line of a script. */
const EXPECTATIONS = ["connect", "send", "leave", "abandon", "refresh", "tell"];
const NAMES = {
  session: {
    sessionId: "s-1", surface: {
      width: 390, height: 844, scale: 3, direction: "left_to_right" as const,
    },
  },
};

/**
 * Plays a script to the session's machine; throws at the first line that fails.
 *
 * @param local Decides in the scripts of offline.txt.
 */
export function play(script: Script, local?: LocalEngine): void {
  new Player(script, local).play();
}

class Player {
  private now = 0;
  private machine!: SessionMachine;
  private engines = 1;
  private configuration: Record<string, unknown> = { ...NAMES.session };
  /** The client's actions that no line has matched yet. */
  private done: SessionAction[] = [];
  private kept?: KeptSession;

  constructor(private readonly script: Script, private readonly local?: LocalEngine) {}

  play(): void {
    const { lines } = this.script;
    while (["session", "engines", "offline"].includes(lines[0]?.word ?? "")) this.configure(lines.shift()!);
    this.begin();
    while (lines.length > 0) {
      const end = lines.findIndex(({ word }) => EXPECTATIONS.includes(word));
      if (end !== 0) {
        // The client may answer simultaneous steps together.
        for (const line of lines.splice(0, end < 0 ? lines.length : end)) this.at(line, () => {
          this.step(line);
        });
      }
      const next = lines.findIndex(({ word }) => !EXPECTATIONS.includes(word));
      this.check(lines.splice(0, next < 0 ? lines.length : next));
    }
    this.check([]);
  }

  private at(line: Line, body: () => void): void {
    try {
      body();
    } catch (error) {
      (error as Error).message =
        `${this.script.title}, line ${line.number}: ${line.word} ${line.rest}\n${(error as Error).message}`;
      throw error;
    }
  }

  private configure({ word, rest }: Line): void {
    if (word === "engines") this.engines = Number(rest);
    else if (word === "offline") this.configuration.offline = policyOf(rest);
    else this.configuration = { ...this.configuration, ...fromJSON(MessageType.Open, JSON.parse(rest)) };
  }

  private begin(): void {
    const configuration = this.configuration as unknown as Open;
    this.machine = new SessionMachine(
      { ...this.configuration, ...NAMES.session, ...configuration,
        start: (configuration.timeUs ?? 0) / 1000 },
      this.engines, this.now, () => 1, this.kept);
    if (this.local && this.configuration.offline) this.machine.loaded(this.local, this.now);
  }

  private step({ word, rest }: Line): void {
    const { machine, now } = this;
    switch (word) {
      case "at": this.pass(time(rest)); break;
      case "app": this.app(rest); break;
      case "up": machine.connected(now); break;
      case "recv": {
        const type = MessageType.InteractResponse;
        machine.receive(encode(type, fromJSON(type, JSON.parse(rest))), now);
        break;
      }
      case "error": {
        machine.ended(InteractionError.fromText(errorText(rest)), now);
        break;
      }
      case "close": machine.ended(InteractionError.fromClose(Number(rest), ""), now); break;
      case "drop": machine.ended(InteractionError.fromClose(1006, ""), now); break;
      case "end": machine.ended(InteractionError.fromClose(1000, ""), now); break;
      case "restart": {
        this.collect();
        if (!this.kept) throw new Error("nothing has been kept");
        this.kept = readKept(writeKept(this.kept));
        this.now = (this.kept.open.timeUs ?? 0) + time(rest);
        this.begin();
        break;
      }
      default: throw new Error(`'${word}' is no step`);
    }
  }

  private app(what: string): void {
    const { machine, now } = this;
    if (what === "pause") machine.pause(now);
    else if (what === "resume") machine.resume(now);
    else if (what === "finish") machine.finish(now);
    else if (what === "network") machine.networkChanged(now);
    else if (what.startsWith("token ")) machine.refresh(what.slice(6));
    else machine.report({ ...eventOf(what), timeUs: now });
  }

  /** Advances the time; before `end` only expected actions may happen. */
  private pass(end: number): void {
    if (end < this.now) throw new Error("time runs backwards");
    for (;;) {
      const wake = this.machine.nextWake ?? Infinity;
      if (wake <= this.now || wake >= end) break;
      this.now = wake;
      this.machine.tick(wake);
      this.check([]);
    }
    this.now = end;
    if ((this.machine.nextWake ?? Infinity) <= end) this.machine.tick(end);
  }

  private collect(): void {
    for (const action of this.machine.take(this.now)) {
      if (action.kind === ActionKind.save) {
        const kept = this.machine.kept();
        this.kept = kept && { ...kept, keptAt: 1 };
      } else if (action.kind === ActionKind.remove) {
        this.kept = undefined;
      } else if (action.kind !== ActionKind.load) {
        this.done.push(action);
      }
    }
  }

  private check(lines: Line[]): void {
    this.collect();
    const done = this.done;
    this.done = [];
    const told = done.flatMap((action) => (action.kind === ActionKind.yieldUpdate ? [words(action.update)] : []));
    const isState = (text: string) => !/^(opened|directive|notice)\b/.test(text);
    const expected = lines.filter(({ word }) => word === "tell").map(({ rest }) => rest);
    const place = `${this.script.title}, line ${lines[0]?.number ?? "?"}, at ${this.now / 1000}ms`;
    for (const kind of [true, false]) {
      deepStrictEqual(
        told.filter((text) => isState(text) === kind),
        expected.filter((text) => isState(text) === kind), `${place}: what the app is told`);
    }
    const acted = done.filter(({ kind }) => kind !== ActionKind.yieldUpdate);
    const wanted = lines.filter(({ word }) => word !== "tell");
    const summary = acted.map((action) =>
      action.kind === ActionKind.send ? `send: ${JSON.stringify(action.frame)}` : ActionKind[action.kind]).join("\n");
    deepStrictEqual(
      acted.map(({ kind }) => ActionKind[kind]), wanted.map(({ word }) => word),
      `${place}: what the client does is\n${summary}\n`);
    acted.forEach((action, index) => {
      const { rest, number } = wanted[index]!;
      if (action.kind === ActionKind.send) checkFrame(action.frame, rest, `${this.script.title}, line ${number}`);
      if (action.kind === ActionKind.connect) deepStrictEqual(action.endpoint, Number(rest || 0), place);
    });
  }
}

function checkFrame(frame: InteractRequest, text: string, place: string): void {
  const json = JSON.parse(text) as { open?: Record<string, unknown> };
  // As encoded, without default values.
  const type = MessageType.InteractRequest;
  const travels = (message: InteractRequest) => decode(type, encode(type, message));
  const [actual, expected] = [travels(frame), travels(fromJSON(type, json))];
  if (!json.open) return deepStrictEqual(actual, expected, place + difference(actual, expected));
  // Only the named fields of an `Open` are compared; null requires an absent field.
  for (const key of Object.keys(json.open) as (keyof Open)[]) {
    deepStrictEqual(
      actual.open?.[key], expected.open?.[key],
      `${place}: open.${key}${difference(actual.open?.[key], expected.open?.[key])}`);
  }
}

function difference(actual: unknown, expected: unknown): string {
  return `\nis     ${JSON.stringify(actual)}\nshould ${JSON.stringify(expected)}\n`;
}

/** Returns an update in the words of scripts. */
function words(update: SessionUpdate): string {
  switch (update.kind) {
    case "opened": {
      const { experience = "", variant } = update.opened;
      return `opened ${experience}${variant ? ` ${variant}` : ""}`;
    }
    case "directive":
      return `directive ${update.directive.sequence ?? 0}${update.performsEffects ? "" : " old"}`;
    case "notice": return `notice ${update.notice.sequence ?? 0} ${update.notice.reason?.toUpperCase() ?? ""}`;
    case "state": return stateWords(update.state);
    case "storeFailed": case "offlineFailed": return `${update.kind} ${update.message}`;
  }
}

function stateWords(state: SessionConnectionState): string {
  const ending = (error: InteractionError) => ` ${[error.code as Status, error.reason].join(" ").trim()}`;
  switch (state.kind) {
    case "reconnecting":
      return `reconnecting ${state.attempt} after ${state.delay}ms${ending(state.after)}`;
    case "restarted": return `restarted ${state.reason}`;
    case "closed": return `closed${state.error ? ending(state.error) : ""}`;
    default: return state.kind;
  }
}
