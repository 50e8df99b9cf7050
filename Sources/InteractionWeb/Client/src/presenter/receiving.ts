import type { Directive, Effect, Setting } from "../contract/messages";
import type { Change } from "./change";
import { nothing } from "./letGo";
import { changeLinks } from "./links";
import { endLoops, startLoops } from "./loops";
import { aspectOf, isUnderWay } from "./model";
import type { PresenterParts } from "./parts";
import { play } from "./playing";
import { takeBack } from "./releases";
import { advance } from "./reports";
import { layOut } from "./layingOut";
import type { ShownScreen } from "./shownScreen";

/** Receives a directive (rules D1–D5). Returns its effects; none if it is repeated. */
export function receive(parts: PresenterParts, directive: Directive, now: number): Effect[] {
  const { model, screen } = parts;
  advance(parts, now);
  const before = screen.copy();
  const change = model.receive(directive);
  if (!change.isNew) {
    screen.state = model.visibleState;
    settle(parts, change.news, before);
  } else if (directive.replacesAll) {
    stop(parts, directive.settings ?? [], before);
  } else {
    apply(parts, change, before);
  }
  layOut(parts);
  // Drops unknown effects of a later contract.
  const effects = directive.effects?.filter((each) => Object.keys(each).length);
  return (change.isNew && effects) || [];
}

function apply(parts: PresenterParts, change: Change, before: ShownScreen): void {
  const { model, screen } = parts;
  const { directive, news, takenBack } = change;
  screen.performances = screen.performances.filter(
    ({ origin }) => origin.kind !== "tap" || !takenBack.includes(origin.tab),
  );
  const visible = model.hideLate(change);
  screen.state = model.visibleState;
  settle(parts, visible, before);
  // A directive may have settings that change nothing; one without settings always plays.
  if (!directive.settings?.length || news.length) play(parts, change, before);
  startLoops(parts, before);
}

/** Presents a snapshot without animation; only endless animations continue (rule D5). */
function stop(parts: PresenterParts, settings: Setting[], before: ShownScreen): void {
  const { model, pending, screen } = parts;
  screen.performances = screen.performances.filter(({ end }) => end === Infinity);
  model.letGo = nothing;
  screen.state = model.visibleState;
  endLoops(parts, before);
  pending.cancelAll(settings);
  screen.fingers.drags = screen.fingers.drags.filter(({ isDown }) => isDown);
  startLoops(parts, before);
}

/** Ends the animations and links that newer settings supersede. */
function settle(parts: PresenterParts, news: Setting[], before: ShownScreen): void {
  const { pending, screen } = parts;
  for (const setting of news) {
    const aspect = aspectOf(setting);
    pending.forget(aspect);
    const { floor, transition, navigation, toggle, badge } = setting;
    if (floor || transition || navigation || toggle) {
      // A view that returns while a finger drags again keeps returning.
      const ended = screen.performances.filter(
        (each) =>
          each.aspect === aspect && (each.origin.kind !== "release" || isUnderWay(setting)),
      );
      screen.performances = screen.performances.filter((each) => !ended.includes(each));
      if (floor) takeBack(parts, ended, floor.phase, before);
    }
    if (badge) endLoops(parts, before);
  }
  changeLinks(parts, before);
}
