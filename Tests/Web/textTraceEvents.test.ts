// The words of events in text traces.
import { deepEqual, equal } from "node:assert/strict";
import { test } from "node:test";
import { encode } from "../../Sources/InteractionWeb/Client/src/contract/codec";
import { MessageType } from "../../Sources/InteractionWeb/Client/src/contract/fields";
import type { InteractionEvent }
  from "../../Sources/InteractionWeb/Client/src/contract/messages";
import { fieldsOf } from "../../Sources/InteractionWeb/Client/src/contract/schema";
import { readTextTrace } from "../../Sources/InteractionWeb/Pages/site/textTrace";

const keyFrame = { x: 20, y: 0, width: 160, height: 90 };

/** Events and their words. */
const events: readonly (readonly [words: string, event: InteractionEvent])[] = [
  ["scroll home 1 moved x=0 y=8.5",
    { scroll: { source: "home", drag: 1, phase: "moved", y: 8.5 } }],
  ["scroll home 0 programmaticEnded velocity=-1.5e2 y=+.5",
    { scroll: { source: "home", phase: "programmatic_ended", y: 0.5, velocity: -150 } }],
  ["pointer 0 down scan//a%20b%c3%a9 x=187 y=0",
    { pointer: { pointer: 0, phase: "down", target: "scan//a bé", x: 187, y: 0 } }],
  ["tap tab 1", { tap: { tab: 1 } }],
  ["press tab 0", { pressTab: { tab: 0 } }],
  ["select tab 0 command=campaign-7", { selectTab: { tab: 0 }, commandId: "campaign-7" }],
  ["order rocket above", { orderToggle: { toggle: "rocket", look: "above" } }],
  ["animation 5 finished", { animationEnded: { directive: 5, outcome: "finished" } }],
  ["asset floor still height=2.5 width=1",
    { asset: { slot: "floor", kind: "still", width: 1, height: 2.5 } }],
  ["asset floor failed", { asset: { slot: "floor", kind: "none" } }],
  ["asset floor looped", { assetLooped: { slot: "floor" } }],
  ["floor turn_off", { floor: { command: "turn_off" } }],
  ["account login_failed", { account: { change: "login_failed" } }],
  ["selection allowed 1", { selectionVerdict: { tab: 1, allowed: true } }],
  ["selection vetoed 0", { selectionVerdict: { tab: 0, allowed: false } }],
  ["menu chosen 0", { menu: { chosen: 0 } }],
  ["menu dismissed", { menu: { dismissed: {} } }],
  ["badge 0 set number 12 99", { badge: { tab: 0, set: { count: { count: 12, max: 99 } } } }],
  ["badge 0 set dot", { badge: { tab: 0, set: { dot: {} } } }],
  ["badge 0 set new", { badge: { tab: 0, set: { newMark: {} } } }],
  ["badge 0 set text \"\"", { badge: { tab: 0, set: { text: "" } } }],
  ["badge 1 text 50%25%20off", { badge: { tab: 1, set: { text: "50% off" } } }],
  ["badge 1 increase 3", { badge: { tab: 1, increase: 3 } }],
  ["badge 1 increase 4294967296", { badge: { tab: 1, increase: 4294967296 } }],
  ["badge 1 decrease 0", { badge: { tab: 1, decrease: 0 } }],
  ["badge 1 clear", { badge: { tab: 1, clear: {} } }],
  ["badge 1 hide", { badge: { tab: 1, hidden: true } }],
  ["badge 1 show", { badge: { tab: 1, hidden: false } }],
  ["badge 1 move dx=1.5", { badge: { tab: 1, move: { dx: 1.5 } } }],
  ["badge 1 height 20", { badge: { tab: 1, height: 20 } }],
  ["badge 1 animate alert_and_shake", { badge: { tab: 1, animate: "alert_and_shake" } }],
  ["navigate push shop/7 style=zoom_to key-x=20 key-width=160 key-height=90",
    { navigate: { operation: "push", route: "shop/7", style: "zoom_to", keyFrame } }],
  ["navigate present a%3db keeps-bar=true",
    { navigate: { operation: "present", route: "a=b", keepsBar: true } }],
  ["navigate pop_to_root", { navigate: { operation: "pop_to_root" } }],
  ["drag tabs ended x=-120 velocity=-300",
    { pageDrag: { subject: "tabs", phase: "ended", translation: -120, velocity: -300 } }],
  ["drag scan began help y=12", {
    pageDrag: { subject: "scan", phase: "began", route: "help", translation: 12, velocity: 0 },
  }],
  ["swiping on", { swiping: { on: true } }],
  ["swiping off", { swiping: { on: false } }],
  ["refresh done", { refreshDone: {} }],
  ["hold expired back", { holdExpired: { target: "back" } }],
  ["content home width=375 height=900",
    { contentSize: { source: "home", width: 375, height: 900 } }],
  ["content home width=375", { contentSize: { source: "home", width: 375, height: 0 } }],
  ["list shown feed for_you", { listShown: { source: "feed", list: "for_you" } }],
  ["item 1 title=Big%20sale image=\"\" selected-image=s enabled=false hidden=true", { item: {
    tab: 1, title: "Big sale", image: "", selectedImage: "s", enabled: false, hidden: true,
  } }],
  ["item 1 reset=true", { item: { tab: 1, reset: true } }],
  ["bar hidden", { bar: { hidden: true } }],
  ["bar shown", { bar: { hidden: false } }],
  ["surface width=812 height=375 left=44", { surface: {
    width: 812, height: 375, scale: 1, insets: { left: 44 }, direction: "left_to_right",
  } }],
  ["surface width=9 height=8 scale=2 direction=right_to_left reduced-motion=true locale=ar"
    + " text-scale=1.5 color-scheme=dark increased-contrast=true", { surface: {
    width: 9, height: 8, scale: 2, direction: "right_to_left", reducedMotion: true, locale: "ar",
    textScale: 1.5, colorScheme: "dark", increasedContrast: true,
  } }],
  ["background", { lifecycle: { state: "background" } }],
  ["foreground number=7", { lifecycle: { state: "foreground" } }],
  ["tick", { tick: {} }],
  ["tick server", { tick: { byServer: true } }],
  ["move 6f1c CgRob21l",
    { move: { experienceDigest: "6f1c", definition: Uint8Array.of(10, 4, 104, 111, 109, 101) } }],
  ["held home/2 feed/3 pointers=1,2", { heldDrags: {
    drags: [{ source: "home", drag: 2 }, { source: "feed", drag: 3 }], pointers: [1, 2],
  } }],
  ["held", { heldDrags: {} }],
];

for (const [words, event] of events) {
  test(`the event '${words}' is read`, () => {
    const [step, ...others] = readTextTrace(`trace 1\n> 16000 ${words}\n`).steps;
    equal(others.length, 0);
    const read = step?.kind === "event" ? step.event : {};
    deepEqual(encode(MessageType.InteractionEvent, read),
      encode(MessageType.InteractionEvent, { timeUs: 16_000, ...event }), JSON.stringify(read));
  });
}

test("there are words for all events, except for packed samples", () => {
  const told = events.flatMap(([, event]) => Object.keys(event));
  const kinds = Object.values(fieldsOf[MessageType.InteractionEvent]!).map(({ name }) => name);
  deepEqual(kinds.filter((name) => !told.includes(name)), ["timeUs", "scrollSamples"]);
});

/** Malformed events, and their problems. */
const problems = [
  ["dance", "unknown event 'dance'"],
  ["constructor", "unknown event 'constructor'"],
  ["", "the kind of event is missing"],
  ["scroll home 1 moved", "y= is missing"],
  ["scroll home", "the drag is missing"],
  ["scroll home x moved y=1", "the drag is 'x'; must be a number"],
  ["scroll home -1 moved y=1", "the drag is '-1'; must be a number"],
  ["scroll home 1 moved y=0x9", "y is '0x9'; must be a number"],
  ["scroll home 1 flew y=1", "the phase is 'flew'; must be one of began, moved, ended, cancelled,"
    + " decelerating, settled, programmatic_began, programmatic_moved, programmatic_ended"],
  ["scroll home 1 ended y=0 velocty=3", "unknown key velocty="],
  ["scroll home 1 moved y=0 y=9", "y= is set twice; remove one"],
  ["background now", "unexpected word 'now'"],
  ["tick sever", "unexpected word 'sever'"],
  ["tap tub 1", "the word 'tab' is 'tub'; must be one of tab"],
  ["tap tab 1.5", "the tab is '1.5'; must be a number"],
  ["tick command=a/b", "command is 'a/b'; must be 1 to 64 bytes of A-Z a-z 0-9 . _ -"],
  ["tick number=x", "number is 'x'; must be a number"],
  ["tick number=-1", "number is '-1'; must be a number"],
  ["tap tab 4294967296", "the tab is '4294967296'; must be more than -2^31 and less than 2^31"],
  ["scroll home 4294967297 moved y=1", "the drag is '4294967297'; must be less than 2^32"],
  ["held home/4294967297", "the drag is '4294967297'; must be less than 2^32"],
  ["held pointers=4294967297", "pointers is '4294967297'; must be less than 2^32"],
  ["selection maybe 1", "the verdict is 'maybe'; must be one of allowed, vetoed"],
  ["swiping maybe", "the state is 'maybe'; must be one of on, off"],
  ["menu opened", "the choice is 'opened'; must be one of chosen, dismissed"],
  ["asset floor gone", "the kind is 'gone'; must be one of still, animated, failed, looped"],
  ["asset floor still width=1", "height= is missing"],
  ["badge 1 grow", "the operation is 'grow'; must be one of set, text, increase, decrease, clear,"
    + " hide, show, move, height, animate"],
  ["badge 1 set star", "the content is 'star'; must be one of dot, new, text, number"],
  ["badge 1 increase", "the amount is missing"],
  ["navigate push a key-x=1", "unknown key key-x="],
  ["navigate push a key-width=1", "key-height= is missing"],
  ["navigate push a keeps-bar=yes", "keeps-bar is 'yes'; must be one of true, false"],
  ["drag scan began x=1", "unknown key x="],
  ["item 1 reset=false", "reset is false; must be true, or left out"],
  ["held home", "'home' must be a source and a drag such as home/1"],
  ["move 6f1c a!", "the definition is not Base64"],
  ["surface width=9 height=9 direction=up",
    "direction is 'up'; must be one of left_to_right, right_to_left"],
] as const;

for (const [words, problem] of problems) {
  test(`the event '${words}' is refused`, () => {
    let message = "";
    try {
      readTextTrace(`trace 1\n\n> 0 ${words}\n`);
    } catch (error) {
      message = error instanceof Error ? error.message : "";
    }
    equal(message, `line 3: ${problem}`);
  });
}
