// The links to fingers and lists, across directives (rules D2, D6, X4).
import type { ScrollLink } from "../contract/messages";
import { deepEqual } from "../contract/equality";
import { isBehind } from "./trackedInput";
import { animateToStart, playReturn } from "./returnAnimations";
import type { PropertyAnimation } from "./motion";
import type { PresenterState } from "./presenterState";
import { presentedValue, returnTrackTo } from "./presentationState";
import type { PresentationState } from "./presentationState";
import { restingValue } from "./elementValues";
import { linkValue } from "./visibleState";

/** Applies a directive's changes of the links. */
export function changeLinks(parts: PresenterState, before: PresentationState): void {
  const { surface, model, screen } = parts;
  const { fingers, now, state } = screen;
  const old = before.state;
  // A hidden list stays overscrolled.
  if (model.hold.target !== "floor" && !state.floor?.hidesViews) {
    fingers.releaseLists(now);
  }
  if (!surface.reducedMotion) catchUp(screen, before);
  // An interactive transition that the engine cancels for another one has no return animation (X4).
  if (state.transition?.outcome === "cancelled") {
    animateToStart(parts, old.tabLinks, "transition", before);
  }
  if (state.navigation?.outcome === "cancelled") {
    animateToStart(parts, old.pageLinks, "navigation", before);
  }
  // Views of ended links to lists return to rest.
  const ended = old.floorLinks.filter(
    (link) => !link.dragTarget && !state.floorLinks.some((each) => deepEqual(each, link)),
  );
  const tracks = ended.flatMap((link) => returnTrackTo(before, link, restingValue(link.property!)) ?? []);
  playReturn(parts, tracks, "links");
  for (const { isDown, target } of fingers.drags) {
    if (!isDown && !state.links.some(({ dragTarget }) => dragTarget === target)) {
      fingers.removeDrag(target);
    }
  }
}

/** Starts the lags of new links, whose views catch up from their presented values. */
function catchUp(screen: PresentationState, before: PresentationState): void {
  const { fingers, now, state } = screen;
  for (const { target } of fingers.drags) {
    const isDriven = ({ dragTarget }: ScrollLink) => dragTarget === target;
    const links = state.links.filter(isDriven);
    if (!links.length || before.state.links.some(isDriven)) continue;
    fingers.catchUp(target, now);
    for (const link of links) {
      // A view that is still returning continues from its presented value.
      const { target = "", property } = link;
      const value = presentedValue(before, property!, target);
      if (value === undefined) continue;
      const lag = { distance: linkValue(link, 0) - value, since: now };
      screen.laggingLinks = [...screen.laggingLinks, { link, lag }];
      const isFree = (motion: PropertyAnimation) => !motion.moves({ target, property: property! });
      screen.animations = screen.animations
        .map((each) => ({ ...each, motions: each.motions.filter(isFree) }))
        .filter(({ motions }) => motions.length);
    }
  }
  screen.laggingLinks = screen.laggingLinks.filter(
    ({ link, lag }) => isBehind(lag, now) && state.links.some((each) => deepEqual(each, link)),
  );
}
