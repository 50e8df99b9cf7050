import type { HoldTarget, ScrollLink } from "../contract/messages";
import { same } from "./equality";
import { haveSameDriver, linkValue } from "./model";
import type { Aspect } from "./model";
import { performance } from "./motion";
import { withPicturesOf } from "./playing";
import { currentRoles, wayBack } from "./stage";
import type { Stage } from "./stage";
import { floorPage } from "./targets";
import { staging } from "./timeline";
import type { Track } from "./timeline";
import { restingValue } from "./values";

/**
 * A release has waited for its verdict for too long, or a finger takes hold anew: the view goes back
 * to where it was (rule D7).
 */
export function letGo(stage: Stage, target: HoldTarget, now: number): void {
  const { state } = stage;
  stage.unsent = [...stage.unsent, { holdExpired: { target } }];
  if (target === "HOLD_TARGET_FLOOR") {
    stage.fingers.freeLists(now);
    const links = state.floorLinks.filter(({ dragTarget }) => dragTarget === floorPage);
    giveBack(stage, links, "floor", stage);
  } else if (target === "HOLD_TARGET_TABS") {
    giveBack(stage, state.tabLinks, "transition", stage);
  } else {
    giveBack(stage, state.pageLinks, "navigation", stage);
  }
}

/** A directive has changed what follows a finger. */
export function changeLinks(stage: Stage, before: Stage): void {
  const { fingers, now, state } = stage;
  const old = before.state;
  // A list that is hidden stays where it was pulled.
  if (!stage.hold.isHolding("HOLD_TARGET_FLOOR") && !state.floor?.hidesViews) {
    fingers.freeLists(now);
  }
  // What follows a finger from now on catches up with it.
  for (const link of stage.environment.reducedMotion ? [] : state.links) {
    if (link.dragTarget && !old.links.some((each) => haveSameDriver(each, link))) {
      fingers.catchUp(link.dragTarget, now);
    }
  }
  // What the engine ends at once, since something else begins, comes without a way back (X4).
  if (state.transition?.outcome === "TRANSITION_OUTCOME_CANCELLED") {
    giveBack(stage, old.tabLinks, "transition", before);
  }
  if (state.navigation?.outcome === "TRANSITION_OUTCOME_CANCELLED") {
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

/** What followed a finger goes back to where it started. */
function giveBack(stage: Stage, links: ScrollLink[], aspect: Aspect, before: Stage): void {
  const tracks = links.flatMap((link) => wayBack(before, link, linkValue(link, 0)) ?? []);
  if (!tracks.length) return;
  for (const { dragTarget } of links) if (dragTarget) stage.fingers.forget(dragTarget);
  release(stage, tracks, aspect, before);
}

/** Plays what no directive asks for: something goes back to where it belongs. */
export function release(
  stage: Stage,
  tracks: Track[],
  aspect: Aspect | undefined,
  before?: Stage,
): void {
  if (!tracks.length || stage.environment.reducedMotion) return;
  const timeline = { tracks, captures: [], staging: [] };
  let released = performance({ kind: "release" }, aspect, timeline, stage.now);
  if (before && aspect === "navigation") {
    released.roles = currentRoles(before);
    released.staging = staging(before.state.navigation?.staging);
    released = withPicturesOf(before.state, released);
  }
  stage.performances = [...stage.performances, released];
}
