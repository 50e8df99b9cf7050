// The links to fingers and lists, across directives (rules D2, D6, X4).
import type { ScrollLink } from "../contract/messages";
import { same } from "../contract/equality";
import { isBehind } from "./fingers";
import { giveBack, release } from "./goingBack";
import type { Motion } from "./motion";
import type { PresenterParts } from "./parts";
import { shown, wayBack } from "./shownScreen";
import type { ShownScreen } from "./shownScreen";
import { restingValue } from "./values";
import { linkValue } from "./visibleState";

/** Applies a directive's changes of the links. */
export function changeLinks(parts: PresenterParts, before: ShownScreen): void {
  const { surface, model, screen } = parts;
  const { fingers, now, state } = screen;
  const old = before.state;
  // A hidden list stays overscrolled.
  if (model.hold.target !== "floor" && !state.floor?.hidesViews) {
    fingers.freeLists(now);
  }
  if (!surface.reducedMotion) catchUp(screen, before);
  // An interactive transition that the engine cancels for another one has no return animation (X4).
  if (state.transition?.outcome === "cancelled") {
    giveBack(parts, old.tabLinks, "transition", before);
  }
  if (state.navigation?.outcome === "cancelled") {
    giveBack(parts, old.pageLinks, "navigation", before);
  }
  // Views of ended links to lists return to rest.
  const ended = old.floorLinks.filter(
    (link) => !link.dragTarget && !state.floorLinks.some((each) => same(each, link)),
  );
  const tracks = ended.flatMap((link) => wayBack(before, link, restingValue(link.property!)) ?? []);
  release(parts, tracks, "links");
  for (const { isDown, target } of fingers.drags) {
    if (!isDown && !state.links.some(({ dragTarget }) => dragTarget === target)) {
      fingers.forget(target);
    }
  }
}

/** Starts the lags of new links, whose views catch up from their presented values. */
function catchUp(screen: ShownScreen, before: ShownScreen): void {
  const { fingers, now, state } = screen;
  for (const { target } of fingers.drags) {
    const isDriven = ({ dragTarget }: ScrollLink) => dragTarget === target;
    const links = state.links.filter(isDriven);
    if (!links.length || before.state.links.some(isDriven)) continue;
    fingers.catchUp(target, now);
    for (const link of links) {
      // A view that is still returning continues from its presented value.
      const { target = "", property } = link;
      const value = shown(before, property!, target);
      if (value === undefined) continue;
      const lag = { distance: linkValue(link, 0) - value, since: now };
      screen.detachedLinks = [...screen.detachedLinks, { link, lag }];
      const isFree = (motion: Motion) => !motion.moves({ target, property: property! });
      screen.performances = screen.performances
        .map((each) => ({ ...each, motions: each.motions.filter(isFree) }))
        .filter(({ motions }) => motions.length);
    }
  }
  screen.detachedLinks = screen.detachedLinks.filter(
    ({ link, lag }) => isBehind(lag, now) && state.links.some((each) => same(each, link)),
  );
}
