import type { Directive, Effect, InteractionEvent, Setting, Timeline }
  from "../../Client/src/contract/messages";
import type { TimelineEntry } from "./timeline";

/** Returns an event's timeline entry; samples of one movement are a run. */
export function eventMoment(event: InteractionEvent): TimelineEntry {
  const at = (event.timeUs ?? 0) / 1000;
  const { scroll, scrollSamples, pointer, pageDrag } = event;
  if (scroll?.phase?.startsWith("programmatic")) {
    const { source = "", x, y } = scroll;
    const text = `${source} scrolled by the app or by keys, ${place(x, y)}`;
    return { kind: "scrolls", at, text, run: `${source} scrolled by the app` };
  }
  if (scroll) {
    const name = `${scroll.source ?? ""} ${word(scroll.phase)}`;
    const speed = scroll.velocity === undefined ? "" : `, ${number(scroll.velocity)} pt/s`;
    return {
      kind: "scrolls", at, text: `${name}, ${place(scroll.x, scroll.y)}${speed}`,
      run: `${name} ${scroll.drag ?? 0}`,
    };
  }
  if (scrollSamples) {
    const name = `${scrollSamples.source ?? ""} ${word(scrollSamples.phase)}`;
    const last = <T>(list: T[] | undefined): T | undefined => list?.[list.length - 1];
    return {
      kind: "scrolls", at, text: `${name}, ${place(last(scrollSamples.x), last(scrollSamples.y))}`,
      run: `${name} ${scrollSamples.drag ?? 0}`,
    };
  }
  if (pointer) {
    const name = `finger ${word(pointer.phase)} on ${pointer.target ?? ""}`;
    return {
      kind: "touches", at, text: `${name}, ${number(pointer.x ?? 0)} · ${number(pointer.y ?? 0)}`,
      run: name,
    };
  }
  if (pageDrag) {
    const name = `${word(pageDrag.subject)} drag ${word(pageDrag.phase)}`;
    return {
      kind: "touches", at, text: `${name}, ${number(pageDrag.translation ?? 0)} pt`, run: name,
    };
  }
  if (event.tap) return { kind: "touches", at, text: `tap on tab ${event.tap.tab ?? 0}` };
  return { kind: "others", at, text: otherWords(event) };
}

/** Returns a directive's timeline entry. */
export function directiveMoment(directive: Directive): TimelineEntry {
  const cause = directive.cause?.deadline ?? directive.cause?.command
    ?? `event ${directive.cause?.eventSequence ?? 0}`;
  return {
    kind: "directives", at: (directive.atUs ?? 0) / 1000,
    text: `#${directive.sequence ?? 0} ${directiveWords(directive)} (${cause})`,
  };
}

function otherWords(event: InteractionEvent): string {
  if (event.animationEnded) {
    return `animation of #${event.animationEnded.directive ?? 0} `
      + word(event.animationEnded.outcome);
  }
  if (event.asset) return `image for ${event.asset.slot ?? ""}: ${word(event.asset.kind)}`;
  if (event.floor) return `floor: ${word(event.floor.command)}`;
  if (event.account) return `account: ${word(event.account.change)}`;
  if (event.navigate) {
    return `${word(event.navigate.operation)} ${event.navigate.route ?? ""}`.trim();
  }
  if (event.lifecycle) return `app in ${word(event.lifecycle.state)}`;
  if (event.menu) {
    return event.menu.chosen === undefined ? "menu dismissed" : `menu entry ${event.menu.chosen}`;
  }
  if (event.selectionVerdict) {
    const { tab = 0, allowed } = event.selectionVerdict;
    return `selection of tab ${tab} ${allowed ? "allowed" : "vetoed"}`;
  }
  if (event.contentSize) {
    const { source = "", width = 0, height = 0 } = event.contentSize;
    return `content of ${source}: ${number(width)} × ${number(height)}`;
  }
  if (event.listShown) return `list ${event.listShown.list} of ${event.listShown.source} shown`;
  if (event.bar) return `bar ${event.bar.hidden ? "hidden" : "shown"}`;
  if (event.item) {
    const { tab = 0, reset } = event.item;
    return `item ${tab} ${reset ? "as in the experience" : "changed"}`;
  }
  if (event.pressTab) return `long press of tab ${event.pressTab.tab ?? 0}`;
  if (event.holdExpired) return `hold of ${word(event.holdExpired.target)} expired`;
  const kind = Object.keys(event).find((key) => key !== "timeUs" && key !== "commandId");
  return spaced(kind ?? "unknown event");
}

/** Returns what a directive shows. */
export function directiveWords(directive: Directive): string {
  const { settings = [], effects = [], timeline } = directive;
  if (directive.replacesAll) return `snapshot of ${settings.length} settings`;
  const told = settings.filter((each, index) => index === 0 || !each.selection);
  const parts = [...effects.map(effectWords), ...told.map(settingWords)];
  if (timeline) parts.push(timelineWords(timeline));
  return parts.join(", ") || "nothing";
}

function effectWords(effect: Effect): string {
  if (effect.haptic) return `haptic ${word(effect.haptic.haptic)}`;
  if (effect.sound) return `sound ${effect.sound.name ?? ""}`;
  if (effect.scrollList) {
    return `scroll ${effect.scrollList.source ?? ""} to ${number(effect.scrollList.y ?? 0)}`;
  }
  if (effect.scrollCarousel) {
    return `scroll ${effect.scrollCarousel.source ?? ""} to item ${effect.scrollCarousel.item ?? 0}`;
  }
  if (effect.refresh) return `refresh ${effect.refresh.source ?? ""}`;
  if (effect.presentMenu) return `menu of tab ${effect.presentMenu.tab ?? 0}`;
  if (effect.requestLogin) return `request login for tab ${effect.requestLogin.tab ?? 0}`;
  if (effect.animationFile) return `${word(effect.animationFile.operation)} ${effect.animationFile.name ?? ""}`;
  if (effect.tabAction) return `${word(effect.tabAction.kind)} “${effect.tabAction.value ?? ""}”`;
  if (effect.askSelection) return `ask whether tab ${effect.askSelection.tab ?? 0} may be selected`;
  if (effect.announce) return `announce “${effect.announce.text ?? ""}”`;
  if (effect.refusal) {
    const { selectTab, floor, navigate, reason } = effect.refusal;
    const what = floor ? `floor ${word(floor)}` : navigate ? word(navigate) : `tab ${selectTab ?? 0}`;
    return `refuse ${what}: ${word(reason)}`;
  }
  return "unknown effect";
}

function settingWords(setting: Setting): string {
  const { toggle, selection, floor, badge, gate, press, transition, navigation } = setting;
  if (toggle) return `${toggle.id ?? ""} = ${toggle.name ?? word(toggle.look)}`;
  if (selection) return `tab ${selection.selected ?? 0} selected`;
  if (floor) return `floor ${word(floor.phase)}`;
  if (badge) return `badge of tab ${badge.tab ?? 0} ${badge.shown ? `“${badge.text ?? ""}”` : "off"}`;
  if (gate) return gate.pendingTab === undefined ? "no tab is pending" : `tab ${gate.pendingTab} is pending`;
  if (press) return `press ${word(press.phase)}`;
  if (transition) return `tabs' pages ${word(transition.phase)}`;
  if (navigation) {
    const change = navigation.change;
    const what = change ? ` ${word(change.operation)} ${change.route ?? ""}` : "";
    return `pages ${word(navigation.phase)}${what}`;
  }
  if (setting.links) return setting.links.links?.length ? "links on" : "links off";
  const kind = Object.keys(setting).find((key) => key !== "generation");
  return spaced(kind ?? "unknown setting");
}

function timelineWords(timeline: Timeline): string {
  const tracks = timeline.tracks ?? [];
  const end = Math.max(0, ...tracks.map((each) => (each.delayUs ?? 0) + (each.durationUs ?? 0)));
  const targets = [...new Set(tracks.map((each) => each.target ?? ""))];
  const shown = targets.slice(0, 3).join(", ") + (targets.length > 3 ? ", …" : "");
  return `${shown} over ${number(end / 1e6)} s`;
}

/** Returns the words of an enum value: `timed_out` is *timed out*. */
export function word(value: string | undefined): string {
  return (value ?? "unspecified").replace(/_/g, " ");
}

function place(x = 0, y = 0): string {
  return x === 0 ? `y ${number(y)}` : `x ${number(x)}, y ${number(y)}`;
}

function number(value: number): string {
  return String(Math.round(value * 100) / 100);
}

function spaced(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => " " + letter.toLowerCase());
}
