import type { AnimatedProperty, Environment, Event, ScrollLink, Setting } from "../contract/messages";
import { same } from "../contract/equality";
import { easeOut } from "./easing";
import { remaining } from "./fingers";
import type { Fingers, Lag } from "./fingers";
import type { LetGo } from "./letGo";
import type { Aspect } from "./model";
import type { Motion, Performance } from "./motion";
import { rolesOf } from "./pageRoles";
import type { PageRoles } from "./pageRoles";
import type { ReleaseHold } from "./releaseHold";
import type { Scene } from "./scene";
import type { TapReactions } from "./tapReactions";
import type { Track } from "./timeline";
import { linkValue } from "./visibleState";
import type { VisibleState } from "./visibleState";

/** What a client tells the engine, without its time. */
export type EventKind = Omit<Event, "timeUs" | "commandId">;

/**
 * All that a presenter knows; times are whole µs, as in the contract.
 *
 * A function that changes it and needs what was before takes a copy: of what is changed in place
 * there are only the fingers and the hold, all else is replaced.
 */
export interface Stage {
  environment: Environment;
  reactions: TapReactions;
  /** What the engine says: the settings, and the same at its places. */
  settings: Setting[];
  state: VisibleState;
  hold: ReleaseHold;
  letGo: LetGo;
  fingers: Fingers;
  /** The number of the newest directive. */
  newest: number;
  /** What plays, the oldest first; a view has a part in one of them only. */
  performances: Performance[];
  /** The animations whose ends the engine waits for. */
  awaited: { directive: number; aspect: Aspect | undefined; end: number }[];
  /** What the engine has to hear of. */
  unsent: EventKind[];
  /** The newest time that the presenter has been told. */
  now: number;
  /** What there is to draw, without what moves. */
  layout: Scene;
  /** Where in the layout each link acts. */
  follows: { link: ScrollLink; place: number }[];
  /** What was elsewhere when it began to follow a finger, and how far it still is. */
  strays: { link: ScrollLink; lag: Lag }[];
  /** Where in the layout each list stands, by its place among the offsets. */
  lists: { offset: number; place: number }[];
  /** Where in the layout everything acts that plays, and since when. */
  acts: { motion: Motion; start: number; place: number }[];
  /** What there is to draw while nothing plays. */
  resting: Scene;
}

/** The same, which stays as it is. */
export function copied(stage: Stage): Stage {
  return { ...stage, fingers: stage.fingers.copy(), hold: stage.hold.copy() };
}

/** The value that a property shows where something plays, or follows a finger or a list. */
export function shown(
  stage: Stage,
  property: AnimatedProperty,
  target: string,
): number | undefined {
  const { performances, follows, now } = stage;
  for (const { motions, start } of performances) {
    for (const motion of motions) {
      const value = motion.moves({ target, property }) ? motion.value(now - start) : undefined;
      if (value !== undefined) return value;
    }
  }
  const found = follows.filter(({ link }) => link.target === target && link.property === property);
  const link = found[found.length - 1]?.link;
  return link && followedValue(stage, link, now);
}

/** What a link gives its property. */
export function followedValue({ fingers, strays }: Stage, link: ScrollLink, now: number): number {
  const stray = strays.find((each) => same(each.link, link));
  return linkValue(link, fingers.value(link, now)) - remaining(stray?.lag, now);
}

/** The pages that come and go, by an animation or under a finger. */
export function currentRoles({ performances, state }: Stage): PageRoles | undefined {
  const [roles] = performances.flatMap((each) => each.roles ?? []).slice(-1);
  if (roles) return roles;
  const { change, pages = [] } = state.pulledPages ?? {};
  return change?.operation && rolesOf(change, pages);
}

/** From the value that a property shows to another one; undefined if it shows that already. */
export function wayBack(
  stage: Stage,
  { target = "", property }: { target?: string; property?: AnimatedProperty },
  value: number | undefined,
): Track | undefined {
  const from = property && shown(stage, property, target);
  if (!property || from === undefined || value === undefined || from === value) return undefined;
  return way(target, property, from, value);
}

/** From one value of a property to another one. */
export function way(
  target: string,
  property: AnimatedProperty,
  from: number,
  value: number,
): Track {
  return {
    target,
    property,
    keyframes: [
      { position: 0, value: from },
      { position: 1, value },
    ],
    delay: 0,
    duration: returnTime,
    easing: (time, duration) => easeOut(time / duration),
    iterations: 1,
    direction: "normal",
    fill: "both",
  };
}

/** How long what a finger has left takes to go back, µs. */
const returnTime = 250_000;
