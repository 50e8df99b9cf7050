import type { Directive, Effect, Setting } from "../contract/messages";
import { layOut } from "./layout";
import { heard, nothing, seen } from "./letGo";
import { aspectOf, isUnderWay } from "./model";
import { endLoops, play, startLoops } from "./playing";
import { changeLinks, takeBack } from "./releases";
import { advance } from "./reporting";
import { copied } from "./stage";
import type { Stage } from "./stage";
import { visibleState } from "./visibleState";

/**
 * Takes in a directive (rules D1–D5). Returns what happens once: nothing for one that has been
 * received before.
 */
export function receive(stage: Stage, directive: Directive, now: number): Effect[] {
  advance(stage, now);
  const before = copied(stage);
  const { sequence = 0, settings = [] } = directive;
  const isNews = sequence > stage.newest;
  stage.newest = Math.max(stage.newest, sequence);
  const mayAnimate = stage.hold.receive(directive);
  const shown = stage.reactions.receive(directive);
  stage.settings = stage.reactions.settings;
  stage.state = visibleState(stage.settings, stage.letGo);
  const news = stage.settings.filter((each) => !before.settings.includes(each));
  if (!isNews) {
    settle(stage, news, before);
    return [];
  }
  // Without those of a later contract.
  const effects = (directive.effects ?? []).filter((each) => Object.keys(each).length);
  if (directive.replacesAll) {
    stop(stage, settings, before);
    return effects;
  }
  stage.performances = stage.performances.filter(
    ({ origin }) => origin.kind !== "tap" || !shown.takenBack.includes(origin.tab),
  );
  stage.letGo = heard(stage.letGo, news, !mayAnimate, before.settings, stage.settings);
  stage.state = visibleState(stage.settings, stage.letGo);
  settle(stage, seen(stage.letGo, news), before);
  // What has no setting has only its number.
  if (!settings.length || news.length) play(stage, shown.directive, news, mayAnimate, before);
  startLoops(stage, before);
  layOut(stage);
  return effects;
}

/** A snapshot shows at once, and nothing plays on but what goes on for ever (rule D5). */
function stop(stage: Stage, settings: Setting[], before: Stage): void {
  stage.performances = stage.performances.filter(({ end }) => end === Infinity);
  stage.letGo = nothing;
  stage.state = visibleState(stage.settings);
  endLoops(stage, before);
  for (const { aspect, directive } of stage.awaited) {
    if (settings.some((each) => aspectOf(each) === aspect && isUnderWay(each))) {
      const animationEnded = { directive, outcome: "cancelled" as const };
      stage.unsent = [...stage.unsent, { animationEnded }];
    }
  }
  stage.awaited = [];
  stage.fingers.drags = stage.fingers.drags.filter(({ isDown }) => isDown);
  startLoops(stage, before);
  layOut(stage);
}

/** What newer settings end: what the former ones play, and what follows a finger. */
function settle(stage: Stage, news: Setting[], before: Stage): void {
  for (const setting of news) {
    const aspect = aspectOf(setting);
    stage.awaited = stage.awaited.filter((each) => each.aspect !== aspect);
    const { floor, transition, navigation, toggle, badge } = setting;
    if (floor || transition || navigation || toggle) {
      // What goes back under a finger that has begun anew still does.
      const ended = stage.performances.filter(
        (each) =>
          each.aspect === aspect && (each.origin.kind !== "release" || isUnderWay(setting)),
      );
      stage.performances = stage.performances.filter((each) => !ended.includes(each));
      if (floor) takeBack(stage, ended, floor.phase, before);
    }
    if (badge) endLoops(stage, before);
  }
  changeLinks(stage, before);
  layOut(stage);
}
