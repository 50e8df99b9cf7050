import type { FloorState, HoldTarget, ScrollLink } from "../contract/messages";
import { same } from "../contract/equality";
import { isBehind } from "./fingers";
import { release, waysBack } from "./goingBack";
import { letGoOf } from "./letGo";
import type { Aspect } from "./model";
import type { Motion, Performance } from "./motion";
import { shown, way, wayBack } from "./stage";
import type { Stage } from "./stage";
import { floorPage } from "./targets";
import type { Track } from "./timeline";
import { restingValue } from "./values";
import { linkValue, visibleState } from "./visibleState";

/**
 * A release has waited for its verdict for too long, or a finger takes hold anew: the view goes back
 * to where it was (rule D7).
 */
export function letGo(stage: Stage, target: HoldTarget, now: number): void {
  const { state } = stage;
  stage.unsent = [...stage.unsent, { holdExpired: { target } }];
  let [links, aspect]: [ScrollLink[], Aspect] = [state.pageLinks, "navigation"];
  if (target === "floor") {
    stage.fingers.freeLists(now);
    links = state.floorLinks.filter(({ dragTarget }) => dragTarget === floorPage);
    aspect = "floor";
  } else if (target === "tabs") {
    [links, aspect] = [state.tabLinks, "transition"];
  }
  giveBack(stage, links, aspect, stage);
  stage.letGo = letGoOf(stage.letGo, links);
  stage.state = visibleState(stage.settings, stage.letGo);
}

/** The floor is where it was before an animation: what that has moved goes back (rules D7, F8). */
export function takeBack(
  stage: Stage,
  ended: Performance[],
  phase: FloorState["phase"],
  before: Stage,
): void {
  const page = ended.flatMap(({ motions }) => motions.filter(({ target }) => target === floorPage));
  const former = before.state.floor?.phase;
  if (former === "closing" && phase === "open") {
    release(stage, waysBack(before, page), "floor");
  } else if (former === "opening" && (phase ?? closed) === closed) {
    const tracks = ended.flatMap((each) => waysBackFromPictures(before, each));
    // The page fades where it is.
    if (shown(before, "opacity", floorPage) !== 0) {
      for (const { target, property } of page) {
        const value = shown(before, property, target);
        if (value === undefined) continue;
        tracks.push(way(target, property, value, property === "opacity" ? 0 : value));
      }
    }
    release(stage, tracks, "floor");
  }
}

const closed = "closed";

/** What pictures have stood in for goes back from where they are. */
function waysBackFromPictures(stage: Stage, { captures, motions }: Performance): Track[] {
  return captures.flatMap((capture) =>
    motions.flatMap(({ target, property }) => {
      const value = shown(stage, property, target);
      const rest = restingValue(property);
      if (target !== capture.target || value === undefined || rest === undefined) return [];
      return value === rest ? [] : way(capture.subject, property, value, rest);
    }),
  );
}

/** A directive has changed what follows a finger. */
export function changeLinks(stage: Stage, before: Stage): void {
  const { fingers, now, state } = stage;
  const old = before.state;
  // A list that is hidden stays where it was pulled.
  if (!stage.hold.isHolding("floor") && !state.floor?.hidesViews) {
    fingers.freeLists(now);
  }
  if (!stage.environment.reducedMotion) catchUp(stage, before);
  // What the engine ends at once, since something else begins, comes without a way back (X4).
  if (state.transition?.outcome === "cancelled") {
    giveBack(stage, old.tabLinks, "transition", before);
  }
  if (state.navigation?.outcome === "cancelled") {
    giveBack(stage, old.pageLinks, "navigation", before);
  }
  // What a list has moved goes back to its place.
  const ended = old.floorLinks.filter(
    (link) => !link.dragTarget && !state.floorLinks.some((each) => same(each, link)),
  );
  const tracks = ended.flatMap((link) => wayBack(before, link, restingValue(link.property!)) ?? []);
  release(stage, tracks, "links");
  for (const { isDown, target } of fingers.drags) {
    if (!isDown && !state.links.some(({ dragTarget }) => dragTarget === target)) {
      fingers.forget(target);
    }
  }
}

/** What follows a finger from now on catches up with it, from where it shows. */
function catchUp(stage: Stage, before: Stage): void {
  for (const { target } of stage.fingers.drags) {
    const isDriven = ({ dragTarget }: ScrollLink) => dragTarget === target;
    const links = stage.state.links.filter(isDriven);
    if (!links.length || before.state.links.some(isDriven)) continue;
    stage.fingers.catchUp(target, stage.now);
    for (const link of links) {
      // What is elsewhere, on its way back, comes from there.
      const { target = "", property } = link;
      const value = shown(before, property!, target);
      if (value === undefined) continue;
      const lag = { distance: linkValue(link, 0) - value, since: stage.now };
      stage.strays = [...stage.strays, { link, lag }];
      const isFree = (motion: Motion) => !motion.moves({ target, property: property! });
      stage.performances = stage.performances
        .map((each) => ({ ...each, motions: each.motions.filter(isFree) }))
        .filter(({ motions }) => motions.length);
    }
  }
  stage.strays = stage.strays.filter(
    ({ link, lag }) =>
      isBehind(lag, stage.now) && stage.state.links.some((each) => same(each, link)),
  );
}

/** What followed a finger goes back to where it started. */
function giveBack(stage: Stage, links: ScrollLink[], aspect: Aspect, before: Stage): void {
  if (!links.some((link) => wayBack(before, link, linkValue(link, 0)))) return;
  // What is at its start already stays there meanwhile.
  const tracks = links.map((link) => {
    const { target = "", property } = link;
    const start = linkValue(link, 0);
    return way(target, property!, shown(before, property!, target) ?? start, start);
  });
  for (const { dragTarget } of links) if (dragTarget) stage.fingers.forget(dragTarget);
  release(stage, tracks, aspect, before);
}
