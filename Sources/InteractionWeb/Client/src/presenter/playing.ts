import type { Directive, Setting } from "../contract/messages";
import { same } from "../contract/equality";
import { release, waysBack, withPicturesOf } from "./goingBack";
import { aspectOf, badgeAspect, isUnderWay, toggleAspect } from "./model";
import type { Aspect } from "./model";
import { performance } from "./motion";
import type { Motion, Performance } from "./motion";
import { rolesBetween, rolesOf, targetOf } from "./pageRoles";
import type { PageRoles } from "./pageRoles";
import { currentRoles, shown } from "./stage";
import type { Stage } from "./stage";
import { incomingPage, outgoingPage, tabPage, toggle } from "./targets";
import { duration, isEndless, timeline as timelineOf } from "./timeline";
import type { Timeline, Track } from "./timeline";
import { isInteractive } from "./visibleState";
import type { VisibleState } from "./visibleState";

/**
 * Plays what a directive brings, from the values shown (rule D2), unless it is late (rules D4, D7).
 */
export function play(
  stage: Stage,
  directive: Directive,
  news: Setting[],
  mayAnimate: boolean,
  before: Stage,
): void {
  if (!directive.timeline) return;
  const timeline = timelineOf(directive.timeline);
  const { tracks } = timeline;
  const { sequence = 0, atUs = 0, settings = [] } = directive;
  const isLate = !tracks.some(isEndless) && atUs + duration(tracks) < stage.now;
  // What a finger has moved never jumps to where it goes.
  const plays = mayAnimate && (!isLate || isFollowing(before, tracks));
  const underWay = news.find(isUnderWay);
  if (underWay) {
    const end = plays ? stage.now + duration(tracks) : stage.now;
    stage.awaited = [...stage.awaited, { directive: sequence, aspect: aspectOf(underWay), end }];
  }
  if (!plays) return;
  // A selection's item and its pages end apart.
  const aspects = settings.flatMap((each) => aspectOf(each) ?? []);
  if (aspects.includes("selection") && aspects.includes("transition")) {
    const isPage = (target: string) => tabPage(target) !== undefined;
    perform(stage, part(timeline, (target) => !isPage(target)), "selection", directive, before);
    perform(stage, part(timeline, isPage), "transition", directive, before);
  } else {
    perform(stage, timeline, aspects[0], directive, before);
  }
}

/** The part of a timeline that moves some views. */
function part({ tracks, captures, staging }: Timeline, has: (target: string) => boolean): Timeline {
  return {
    tracks: tracks.filter(({ target }) => has(target)),
    captures: captures.filter(({ target }) => has(target)),
    staging: staging.filter(({ target }) => has(target)),
  };
}

/** Whether a finger has moved, or may move, what the tracks do. */
function isFollowing({ follows, performances }: Stage, tracks: Track[]): boolean {
  const links = follows.flatMap(({ link }) => (link.dragTarget ? link : []));
  const goingBack = performances.flatMap(({ motions, origin }) =>
    origin.kind === "release" ? motions : [],
  );
  return tracks.some(({ target, property }) =>
    [...links, ...goingBack].some((each) => each.target === target && each.property === property),
  );
}

function perform(
  stage: Stage,
  timeline: Timeline,
  aspect: Aspect | undefined,
  { sequence = 0, settings = [] }: Directive,
  before: Stage,
): void {
  if (!timeline.tracks.length) return;
  const holds = settings.some((each) => aspectOf(each) === aspect && isUnderWay(each));
  const origin = { kind: "directive" as const, number: sequence };
  let started = performance(origin, aspect, timeline, stage.now, holds);
  started.former = before.state.toggles.find(({ id }) => toggleAspect(id) === aspect);
  if (aspect === "navigation") {
    started.roles = rolesSince(before.state, stage.state);
    started = withPicturesOf(before.state, started);
  }
  start(stage, started, before);
}

/** The pages that come and go now. */
function rolesSince(before: VisibleState, now: VisibleState): PageRoles | undefined {
  const [old, current] = [before.navigation, now.navigation];
  if (!old || !current) return undefined;
  // A pull that becomes an animation stays the same transition.
  if (isInteractive(old) && old.change?.operation && current.number === old.number) {
    return rolesOf(old.change, old.pages ?? []);
  }
  return rolesBetween(old.pages ?? [], current.pages ?? []);
}

/** Starts a performance in place of what plays on the same views, from the values shown. */
export function start(stage: Stage, started: Performance, before: Stage): void {
  const motions = started.motions.map((each) => each.from(shownFor(before, each, started)));
  const isReplaced = (old: Motion) => motions.some(({ target }) => target === old.target);
  const replaced = stage.performances.flatMap((each) => each.motions.filter(isReplaced));
  const others = stage.performances.map((each) =>
    each.motions.some(isReplaced)
      ? { ...each, motions: each.motions.filter((motion) => !isReplaced(motion)) }
      : each,
  );
  stage.performances = [
    ...others.filter((each) => each.motions.length),
    { ...started, motions },
  ];
  const left = replaced.filter((old) => !motions.some((each) => each.moves(old)));
  release(stage, waysBack(before, left), started.aspect);
}

/**
 * The value that moves where `motion` will, and shows now: that of what plays, or of what follows a
 * finger or a list; undefined where neither does.
 */
function shownFor(stage: Stage, motion: Motion, performance: Performance): number | undefined {
  const target = former(stage, motion.target, performance);
  if (target === undefined) return undefined;
  return shown(stage, motion.property, target) ?? stands(stage, motion, performance);
}

/**
 * The value that `motion` starts from where its view is at rest elsewhere than at the layout's
 * place: a sheet, and a strip whose second page shows.
 */
function stands({ resting, state }: Stage, motion: Motion, { roles }: Performance) {
  const { target, property } = motion;
  if (property === "content_offset_y") {
    return resting.elements.find((each) => each.target === target)?.values.contentOffset.y;
  }
  const found =
    target === incomingPage ? roles?.incoming : target === outgoingPage ? roles?.outgoing : undefined;
  const { dx = 0, dy = 0 } = found?.page ?? {};
  const isThere = found?.page && same(state.navigation?.pages?.[found.level], found.page);
  if (!isThere || (!dx && !dy)) return undefined;
  if (property === "translate_x") return dx;
  return property === "translate_y" ? dy : undefined;
}

/** The target that shows now what `target` will: what came may be what leaves next. */
function former(stage: Stage, target: string, { aspect, roles }: Performance): string | undefined {
  const changing = stage.state.toggles.find(({ id }) => toggleAspect(id) === aspect);
  if (changing && stage.performances.some((each) => each.aspect === aspect)) {
    const { id = "" } = changing;
    const [incoming, outgoing] = [toggle(id, "incoming"), toggle(id, "outgoing")];
    return target === incoming ? outgoing : target === outgoing ? incoming : target;
  }
  const old = currentRoles(stage);
  if (!roles || !old) return target;
  if (target === incomingPage) return targetOf(old, roles.incoming);
  if (target === outgoingPage) return targetOf(old, roles.outgoing);
  return same(old, roles) ? target : undefined;
}

// What plays for as long as a badge's state says so (rule B4).

/**
 * Starts the loops that do not play yet, and in place of those that have changed the new ones, from
 * the values shown (rule D2).
 */
export function startLoops(stage: Stage, before?: Stage): void {
  for (const { tab, loopTimeline } of stage.state.badges) {
    if (!loopTimeline) continue;
    const known = (before ?? stage).state.badges;
    const hasChanged = !known.some(
      (each) => each.tab === tab && same(each.loopTimeline, loopTimeline),
    );
    const aspect = badgeAspect(tab);
    if (!hasChanged && stage.performances.some((each) => isLoopOf(aspect, each))) continue;
    const loop = performance({ kind: "loop" }, aspect, timelineOf(loopTimeline), stage.now);
    start(stage, loop, before ?? stage);
  }
}

/** Ends the loops that the state knows no more; what they have moved goes back. */
export function endLoops(stage: Stage, before: Stage): void {
  for (const { tab, loop = "none" } of stage.state.badges) {
    if (loop !== "none") continue;
    const aspect = badgeAspect(tab);
    const loops = stage.performances.filter((each) => isLoopOf(aspect, each));
    if (!loops.length) continue;
    stage.performances = stage.performances.filter((each) => !loops.includes(each));
    release(stage, waysBack(before, loops.flatMap(({ motions }) => motions)), aspect);
  }
}

function isLoopOf(aspect: Aspect, performance: Performance): boolean {
  return performance.end === Infinity && performance.aspect === aspect;
}

