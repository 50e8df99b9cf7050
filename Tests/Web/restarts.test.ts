// Messages that a session repeats, or does not, on later connections.
import { deepEqual, equal, ok } from "node:assert/strict";
import { test } from "node:test";
import { decode, encode } from "../../Sources/InteractionWeb/Client/src/contract/codec";
import { MessageType } from "../../Sources/InteractionWeb/Client/src/contract/fields";
import type { InteractionEvent, InteractRequest, InteractResponse, Opened }
  from "../../Sources/InteractionWeb/Client/src/contract/messages";
import { ActionKind } from "../../Sources/InteractionWeb/Client/src/session/action";
import type { CheckpointStore }
  from "../../Sources/InteractionWeb/Client/src/session/checkpointStore";
import type { Clock } from "../../Sources/InteractionWeb/Client/src/session/clock";
import { Session } from "../../Sources/InteractionWeb/Client/src/session/session";
import { SessionMachine } from "../../Sources/InteractionWeb/Client/src/session/sessionMachine";
import type { Socket } from "../../Sources/InteractionWeb/Client/src/session/socket";

const surface = { width: 375, height: 812 };
const opened: Opened = { snapshot: { settings: [{ generation: 1, selection: {} }] } };

const bytes = (frame: InteractResponse) => encode(MessageType.InteractResponse, frame);

/** An app on a device with a fixed clock, ms: it starts, and loses connections. */
class App {
  readonly epochs: number[] = [];
  private socket!: Socket;
  private timers: (() => void)[] = [];
  readonly session: Session;

  constructor(readonly time: number, store?: CheckpointStore) {
    const clock: Clock = {
      now: () => 0, wallClock: () => this.time,
      schedule: (_, call) => {
        this.timers.push(call);
        return () => (this.timers = this.timers.filter((each) => each !== call));
      },
    };
    this.session = new Session(
      { sessionId: "one", surface, ...(store && { store }) },
      { urls: ["wss://engine"], clock, random: () => 0, connect: () => this.connect() }, () => {});
  }

  /** Opens `count` connections, each after the loss of the previous one. */
  async open(count: number): Promise<void> {
    for (let number = 0; number < count; number += 1) {
      if (number > 0) this.socket.onclose?.(1006, "");
      for (const timer of this.timers.splice(0)) timer();
      await new Promise((resolve) => setTimeout(resolve));
      this.socket.onopen?.();
      this.socket.onmessage?.(bytes({
        opened, checkpoint: { token: Uint8Array.of(1), lifetimeUs: 120e6 },
      }));
    }
    this.session.pause();
  }

  private connect(): Socket {
    return this.socket = {
      send: (data) => {
        const { open } = decode(MessageType.InteractRequest, data);
        if (open) this.epochs.push(open.epoch ?? 0);
      },
      close: () => {},
    };
  }
}

test("an app that starts anew opens with a higher epoch than its former run ever had", async () => {
  const [former, next] = [new App(1_700_000_000_000), new App(1_700_000_000_400)];
  await former.open(3);
  await next.open(1);
  equal(former.epochs.length, 3);
  deepEqual([...former.epochs].sort(), former.epochs);
  ok(next.epochs[0]! > former.epochs[2]!, `${next.epochs} after ${former.epochs}`);
});

test("epochs grow over a kept session whose device's clock was set back", async () => {
  const texts: string[] = [];
  const store = { load: () => texts[texts.length - 1], save: (text: string) => void texts.push(text),
    remove: () => {} };
  const [former, next] = [new App(1_700_000_000_000, store), () => new App(1_600_000_000_000, store)];
  await former.open(2);
  const started = next();
  await started.open(1);
  ok(started.epochs[0]! > former.epochs[1]!, `${started.epochs} after ${former.epochs}`);
});

/**
 * Returns the events that a session sends after a lost connection. Before, it reported sizes of two
 * lists, which the engine has applied.
 */
function reconnected(outcome: Opened["outcome"], hasCheckpoint: boolean): InteractionEvent[] {
  const machine = new SessionMachine({ sessionId: "one", surface }, 1, 0, () => 0);
  const sent = (now: number) => machine.take(now).flatMap((action) =>
    action.kind === ActionKind.send ? [action.frame] : []);
  const contentSize = (source: string, height: number) => ({ contentSize: { source, height } });
  sent(0);
  machine.connected(0);
  machine.report({ timeUs: 1000, ...contentSize("home", 900) });
  machine.report({ timeUs: 2000, ...contentSize("home", 2000) });
  machine.report({ timeUs: 2000, ...contentSize("news", 700) });
  equal(events(sent(2000)).length, 3);
  const checkpoint = { token: Uint8Array.of(1), event: 3, lifetimeUs: 120e6 };
  machine.receive(bytes({ opened, ackedEvent: 3, ...(hasCheckpoint && { checkpoint }) }), 3000);
  machine.report({ timeUs: 4000, ...contentSize("news", 800) });
  equal(events(sent(4000)).length, 1);
  machine.networkChanged(5_000_000);
  machine.tick(6_000_000);
  sent(6_000_000);
  machine.connected(6_000_000);
  const early = events(sent(6_000_000));
  machine.receive(bytes({ opened: { ...opened, ...(outcome && { outcome }) } }), 6_100_000);
  return [...early, ...events(sent(6_100_000))];
}

function events(frames: InteractRequest[]): InteractionEvent[] {
  return frames.flatMap(({ events }) => events?.events ?? []);
}

test("S4: a session that begins anew hears of the newest sizes, each once", () => {
  const sizes = (all: InteractionEvent[]) => all.map(({ contentSize: size }) => `${size?.source} ${size?.height}`);
  for (const [outcome, hasCheckpoint] of [["restarted", true], ["new", false]] as const) {
    const told = reconnected(outcome, hasCheckpoint);
    deepEqual(sizes(told), ["news 800", "home 2000"], outcome);
    ok(told.every(({ timeUs = 0 }) => timeUs >= 4000));
  }
  // Sizes in the checkpoint are not repeated, later ones are resent.
  deepEqual(sizes(reconnected("resumed", true)), ["news 800"]);
});
