import type { Directive } from "../contract/messages";
import { deepEqual } from "../contract/equality";
import type { DirectiveChanges } from "./change";
import { playReturn, withPicturesOf } from "./returnAnimations";
import { aspectOf, isAnimating, toggleAspect } from "./model";
import type { Aspect } from "./model";
import { playingAnimation } from "./motion";
import type { PropertyAnimation, PlayingAnimation } from "./motion";
import { rolesBetween, rolesOf, targetOf } from "./pageTransitionRoles";
import type { PageTransitionRoles } from "./pageTransitionRoles";
import type { PresenterState } from "./presenterState";
import { currentRoles, presentedValue, returnTracks } from "./presentationState";
import type { PresentationState } from "./presentationState";
import { incomingPage, outgoingPage, tabPage, toggle, tabBar } from "./targets";
import { duration, isEndless, timeline as timelineOf } from "./timeline";
import type { Timeline, Track } from "./timeline";
import { isInteractive } from "./visibleState";
import type { VisibleState } from "./visibleState";

/**
 * Plays the timeline of a directive, from the presented values (rule D2), unless it is late (rules
 * D4, D7).
 */
export function play(parts: PresenterState, change: DirectiveChanges, before: PresentationState): void {
  const { directive, mayAnimate, settings: news } = change;
  if (!directive.timeline) return;
  const { now } = parts.screen;
  const timeline = timelineOf(directive.timeline);
  const { tracks } = timeline;
  const { sequence = 0, atUs = 0, settings = [] } = directive;
  const isLate = !tracks.some(isEndless) && atUs + duration(tracks) < now;
  // A view that a finger has moved never jumps: it animates even if late.
  const plays = mayAnimate && (!isLate || isFollowing(before, tracks));
  const underWay = news.find(isAnimating);
  if (underWay) {
    const end = plays ? now + duration(tracks) : now;
    parts.pending.await({ directive: sequence, aspect: aspectOf(underWay), end });
  }
  if (!plays) return;
  // A selection and its tab transition end separately.
  const aspects = settings.flatMap((each) => aspectOf(each) ?? []);
  if (aspects.includes("selection") && aspects.includes("transition")) {
    const isPage = (target: string) => tabPage(target) !== undefined;
    perform(parts, filtered(timeline, (target) => !isPage(target)), "selection", directive, before);
    perform(parts, filtered(timeline, isPage), "transition", directive, before);
  } else {
    perform(parts, timeline, aspects[0], directive, before);
  }
}

/** Returns the part of a timeline that involves certain views. */
function filtered({ tracks, captures, staging }: Timeline, has: (target: string) => boolean): Timeline {
  return {
    tracks: tracks.filter(({ target }) => has(target)),
    captures: captures.filter(({ target }) => has(target)),
    staging: staging.filter(({ target }) => has(target)),
  };
}

/** Returns whether the tracks animate properties that a finger moves or has moved. */
function isFollowing({ animations, state }: PresentationState, tracks: Track[]): boolean {
  const links = state.links.filter(({ dragTarget }) => dragTarget);
  const goingBack = animations.flatMap(({ motions, origin }) =>
    origin.kind === "release" ? motions : [],
  );
  return tracks.some(({ target, property }) =>
    [...links, ...goingBack].some((each) => each.target === target && each.property === property),
  );
}

function perform(
  parts: PresenterState,
  timeline: Timeline,
  aspect: Aspect | undefined,
  { sequence = 0, settings = [] }: Directive,
  before: PresentationState,
): void {
  if (!timeline.tracks.length) return;
  const { screen } = parts;
  const holds = settings.some((each) => aspectOf(each) === aspect && isAnimating(each));
  const origin = { kind: "directive" as const, number: sequence };
  let started = playingAnimation(origin, aspect, timeline, screen.now, holds);
  started.previousToggle = before.state.toggles.find(({ id }) => toggleAspect(id) === aspect);
  if (aspect === "navigation") {
    started.roles = rolesSince(before.state, screen.state);
    started = withPicturesOf(before.state, started);
  }
  start(parts, started, before);
}

/** Returns the pages of the transition between two states. */
function rolesSince(before: VisibleState, now: VisibleState): PageTransitionRoles | undefined {
  const [old, current] = [before.navigation, now.navigation];
  if (!old || !current) return undefined;
  // An interactive transition that continues as an animation keeps its roles.
  if (isInteractive(old) && old.change?.operation && current.number === old.number) {
    return rolesOf(old.change, old.pages ?? []);
  }
  return rolesBetween(old.pages ?? [], current.pages ?? []);
}

/** Starts a performance from the presented values; it replaces those of the same views. */
export function start(parts: PresenterState, started: PlayingAnimation, before: PresentationState): void {
  const { screen } = parts;
  // The bar has its last frame at once: the start is the place where it is seen (rule R12).
  const barY = ({ state }: PresentationState): number => state.layout?.frame?.y ?? 0;
  const moved = barY(before) - barY(screen);
  const motions = started.motions.map((each) => {
    const from = startOf(before, each, started);
    const isBar = each.target === tabBar && each.property === "translate_y";
    return each.from(isBar && from !== undefined ? from + moved : from);
  });
  const isReplaced = (old: PropertyAnimation) => motions.some(({ target }) => target === old.target);
  const replaced = screen.animations.flatMap((each) => each.motions.filter(isReplaced));
  const others = screen.animations.map((each) =>
    each.motions.some(isReplaced)
      ? { ...each, motions: each.motions.filter((motion) => !isReplaced(motion)) }
      : each,
  );
  screen.animations = [
    ...others.filter((each) => each.motions.length),
    { ...started, motions },
  ];
  const left = replaced.filter((old) => !motions.some((each) => each.moves(old)));
  playReturn(parts, returnTracks(before, left), started.aspect);
}

/**
 * Returns the value from which a motion starts: the presented one, or the view's place at rest;
 * undefined for the motion's own.
 */
function startOf(
  screen: PresentationState, motion: PropertyAnimation, performance: PlayingAnimation,
): number | undefined {
  const target = former(screen, motion.target, performance);
  if (target === undefined) return undefined;
  return presentedValue(screen, motion.property, target) ?? restingStart(screen, motion, performance);
}

/**
 * Returns the start value of a view that rests elsewhere than at the layout's place: a sheet, or a
 * strip that shows its second picture.
 */
function restingStart({ layout, state }: PresentationState, motion: PropertyAnimation, { roles }: PlayingAnimation) {
  const { target, property } = motion;
  if (property === "content_offset_y") {
    return layout.resting.elements.find((each) => each.target === target)?.values.contentOffset.y;
  }
  const found =
    target === incomingPage ? roles?.incoming : target === outgoingPage ? roles?.outgoing : undefined;
  const { dx = 0, dy = 0 } = found?.page ?? {};
  const isThere = found?.page && deepEqual(state.navigation?.pages?.[found.level], found.page);
  if (!isThere || (!dx && !dy)) return undefined;
  if (property === "translate_x") return dx;
  return property === "translate_y" ? dy : undefined;
}

/**
 * Returns the target that now shows the content that `target` shows in a performance, since an
 * incoming page may be outgoing next.
 */
function former(
  screen: PresentationState,
  target: string,
  { aspect, roles }: PlayingAnimation,
): string | undefined {
  const changing = screen.state.toggles.find(({ id }) => toggleAspect(id) === aspect);
  if (changing && screen.animations.some((each) => each.aspect === aspect)) {
    const { id = "" } = changing;
    const [incoming, outgoing] = [toggle(id, "incoming"), toggle(id, "outgoing")];
    return target === incoming ? outgoing : target === outgoing ? incoming : target;
  }
  const old = currentRoles(screen);
  if (!roles || !old) return target;
  if (target === incomingPage) return targetOf(old, roles.incoming);
  if (target === outgoingPage) return targetOf(old, roles.outgoing);
  return deepEqual(old, roles) ? target : undefined;
}
