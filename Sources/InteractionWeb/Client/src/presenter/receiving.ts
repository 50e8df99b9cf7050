import type { Directive, Effect, Setting } from "../contract/messages";
import type { DirectiveChanges } from "./change";
import { noUnconfirmedRelease } from "./unconfirmedRelease";
import { changeLinks } from "./links";
import { endLoops, startLoops } from "./loops";
import { aspectOf, isAnimating } from "./model";
import type { PresenterState } from "./presenterState";
import { play } from "./playing";
import { revertFloor } from "./releases";
import { advance } from "./reports";
import { layOut } from "./layout";
import type { PresentationState } from "./presentationState";

/** Receives a directive (rules D1–D5). Returns its effects; none if it is repeated. */
export function receive(parts: PresenterState, directive: Directive, now: number): Effect[] {
  const { model, screen } = parts;
  advance(parts, now);
  const before = screen.copy();
  const change = model.receive(directive);
  if (!change.isNew) {
    screen.state = model.visibleState;
    endSuperseded(parts, change.settings, before);
  } else if (directive.replacesAll) {
    applySnapshot(parts, directive.settings ?? [], before);
  } else {
    apply(parts, change, before);
  }
  layOut(parts);
  // Drops unknown effects of a later contract.
  const effects = directive.effects?.filter((each) => Object.keys(each).length);
  return (change.isNew && effects) || [];
}

function apply(parts: PresenterState, change: DirectiveChanges, before: PresentationState): void {
  const { model, screen } = parts;
  const { directive, settings, revertedTabs } = change;
  screen.animations = screen.animations.filter(
    ({ origin }) => origin.kind !== "tap" || !revertedTabs.includes(origin.tab),
  );
  const visible = model.hideLate(change);
  screen.state = model.visibleState;
  endSuperseded(parts, visible, before);
  // A directive may have settings that change nothing; one without settings always plays.
  if (!directive.settings?.length || settings.length) play(parts, change, before);
  startLoops(parts, before);
}

/** Presents a snapshot without animation; only endless animations continue (rule D5). */
function applySnapshot(parts: PresenterState, settings: Setting[], before: PresentationState): void {
  const { model, pending, screen } = parts;
  screen.animations = screen.animations.filter(({ end }) => end === Infinity);
  model.unconfirmedRelease = noUnconfirmedRelease;
  screen.state = model.visibleState;
  endLoops(parts, before);
  pending.cancelAll(settings);
  screen.fingers.drags = screen.fingers.drags.filter(({ isDown }) => isDown);
  startLoops(parts, before);
}

/** Ends the animations and links that newer settings supersede. */
function endSuperseded(parts: PresenterState, news: Setting[], before: PresentationState): void {
  const { pending, screen } = parts;
  for (const setting of news) {
    const aspect = aspectOf(setting);
    pending.forget(aspect);
    const { floor, transition, navigation, toggle, badge } = setting;
    if (floor || transition || navigation || toggle) {
      // A view that returns while a finger drags again keeps returning.
      const ended = screen.animations.filter(
        (each) =>
          each.aspect === aspect && (each.origin.kind !== "release" || isAnimating(setting)),
      );
      screen.animations = screen.animations.filter((each) => !ended.includes(each));
      if (floor) revertFloor(parts, ended, floor.phase, before);
    }
    if (badge) endLoops(parts, before);
  }
  changeLinks(parts, before);
}
