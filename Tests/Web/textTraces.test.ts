// The lines of text traces, and their replay by interaction.wasm.
import { deepEqual, equal, ok, throws } from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { test } from "node:test";
import { encode } from "../../Sources/InteractionWeb/Client/src/contract/codec";
import { MessageType } from "../../Sources/InteractionWeb/Client/src/contract/fields";
import type { CurrentState } from "../../Sources/InteractionWeb/Client/src/contract/messages";
import { compared } from "../../Sources/InteractionWeb/Pages/site/comparing";
import { Recordings } from "../../Sources/InteractionWeb/Pages/site/recordings";
import { replayed } from "../../Sources/InteractionWeb/Pages/site/replaying";
import { readTextTrace } from "../../Sources/InteractionWeb/Pages/site/textTrace";
import { readTrace } from "../../Sources/InteractionWeb/Pages/site/traceFile";
import type { TraceContent } from "../../Sources/InteractionWeb/Pages/site/traceFile";
import { builtIn, loadModule, missingModule } from "./recordings";

const folders = [
  "Sources/InteractionReplay/Resources", "Tests/Traces/recorded", "Tests/Traces/vectors",
];
const files = folders.flatMap((folder) => readdirSync(folder).filter((each) => /\.txt$/.test(each))
  .map((each) => `${folder}/${each}`));
const bytesOf = (text: string) => new TextEncoder().encode(text);

/** The start and the steps of a trace, all encoded. */
function encoded({ header, steps }: TraceContent) {
  const { experience, surface = {}, current = {}, timeUs = 0 } = header;
  return {
    experience, timeUs, surface: encode(MessageType.Surface, surface),
    current: encode(MessageType.CurrentState, current),
    steps: steps.map((step) => (step.kind === "directive" ? step.bytes
      : encode(MessageType.InteractionEvent, step.event)).join()),
  };
}

test("a header may be in any order, with comments, blank lines and Windows line endings", () => {
  const text = "# by hand\ntrace 1\n  \nstart 5\nclient a b\n\n  surface width=9 height=8\n#\n"
    + "experience home\ndigest 6f1c\nconnection s user=u epoch=2\nselection {}\nbuckets {}\n"
    + "> 7 tick\n< {\"sequence\":\"1\",\"atUs\":\"7\"}\n";
  const trace = readTrace(bytesOf(text));
  const surface = { width: 9, height: 8, scale: 1, direction: "left_to_right" };
  deepEqual(trace.header, { experience: "home", timeUs: 5, surface });
  deepEqual(trace.steps.map(({ kind }) => kind), ["event", "directive"]);
  deepEqual(readTrace(bytesOf(text.replace(/\n/g, "\r\n"))), trace);
  deepEqual(readTrace(bytesOf(`\n ${text.slice(text.indexOf("trace"))}`)), trace);
  const { surface: phone } = readTextTrace("trace 1\n> 0 tick").header;
  deepEqual([phone?.width, phone?.height, phone?.scale, phone?.insets?.top], [375, 812, 3, 44]);
});

test("a definition is read, so that the page needs no other", () => {
  const definition = Uint8Array.of(10, 4, 104, 111, 109, 101);
  const text = "trace 1\nexperience home\ndefinition {\"name\":\"home\"}\n";
  deepEqual(readTextTrace(text).header.definition, definition);
  const recordings = new Recordings();
  equal(recordings.experience(bytesOf(text)), undefined);
  equal(recordings.experience(bytesOf("trace 1\nexperience home\n")), "home");
  throws(() => recordings.experience(bytesOf("trace 1\n> 0 tick\n")),
    { message: "the trace names no experience; add a line such as: experience home-refined" });
});

test("the state at the start is read", () => {
  const words = "tab=1 offset.home=120 unseen.feed/for_you=5 bar-hidden=true signed-in=true"
    + " floor=true floor-off=true swiping=false above=rocket,other"
    + " badge 0 shown number 5 99 badge 1 hidden text hot%20now placed 2.5,-3 24 shake_loop"
    + " badge 2 shown dot placed - - -"
    + " page pushed flip help - page pushed-keeping-bar window \"\" 1,2,3,4"
    + " page presented zoomTo a%3db - page-of 0 pushed fade x - page-of 0 pushed page y -"
    + " item 1 Sale - %2d true - item 2 - - - - -";
  const current: CurrentState = {
    selectedTab: 1, offsets: [
      { source: "home", y: 120 }, { source: "feed", list: "for_you", y: 5, unseen: true },
    ], floorOpen: true, signedIn: true, pages: [
      { route: "help", style: "flip" },
      { style: "window", keyFrame: { x: 1, y: 2, width: 3, height: 4 }, keepsBar: true },
      { route: "a=b", style: "zoom_to", presented: true },
    ], badges: [
      { tab: 0, content: { count: { count: 5, max: 99 } } },
      {
        tab: 1, content: { text: "hot now" }, hidden: true, move: { dx: 2.5, dy: -3 }, height: 24,
        loop: "shake_loop",
      }, { tab: 2, content: { dot: {} } },
    ], swiping: false, floorOff: true,
    tabPages: [{ tab: 0, pages: [{ route: "x", style: "fade" }, { route: "y", style: "page" }] }],
    items: [
      { tab: 1, title: "Sale", selectedImage: "-", enabled: true }, { tab: 2, reset: true },
    ], barHidden: true, aboveToggles: ["rocket", "other"],
  };
  const read = readTextTrace(`trace 1\ncurrent ${words}\n`).header.current ?? {};
  deepEqual(encode(MessageType.CurrentState, read), encode(MessageType.CurrentState, current),
    JSON.stringify(read));
});

test("malformed lines are refused by their numbers", () => {
  for (const [text, problem] of [
    ["# nothing", "the file is empty"],
    ["trace 2\r\n", "line 1: the version is '2'; must be 1"],
    ["#\nexperience home\n", "line 2: must start with 'trace 1'"],
    ["trace 1\n? 0 tick", "line 2: starts with '?'; must be one of trace, experience, digest,"
      + " definition, client, surface, start, current, connection, state, selection, buckets,"
      + " >, <"],
    ["trace 1\n> x tick", "line 2: the time is 'x'; must be a number"],
    ["trace 1\n>", "line 2: the time is missing"],
    ["trace 1\nstart 9007199254740993", "line 2: the start time is '9007199254740993';"
      + " must be more than -2^53 and less than 2^53"],
    ["trace 1\nsurface height=8", "line 2: width= is missing"],
    ["trace 1\ncurrent tab=1 tabs=2", "line 2: unknown key tabs="],
    ["trace 1\ncurrent placed - - -", "line 2: placed needs a badge before it"],
    ["trace 1\ncurrent page pushed fade x 1,2", "line 2: the key view's frame is '1,2';"
      + " must be - or 4 numbers"],
    ["trace 1\ncurrent offset.home=", "line 2: offset.home is ''; must be a number"],
    ["trace 1\ncurrent pages", "line 2: unexpected word 'pages'"],
    ["trace 1\ndefinition {\"nam\":\"x\"}", /^line 2: nam /],
    ["trace 1\ndefinition 5",
      "line 2: the definition: must be a mapping from field names to values"],
    ["trace 1\n< {", "line 2: the directive is not JSON of an interaction.v1.Directive"],
    ["trace 1\n< {\"settings\":1}",
      "line 2: the directive is not JSON of an interaction.v1.Directive"],
  ] as const) {
    throws(() => readTrace(bytesOf(text)), typeof problem === "string" ? { message: problem }
      : { message: problem });
  }
  for (const [json, path] of [
    ['{"later":1}', "later"], ['{"timeline":{"later":1}}', "timeline.later"],
    ['{"timeline":{"tracks":[{"property":"LATER"}]}}', "timeline.tracks.0.property"],
    ['{"atUs":"soon"}', "atUs"], ['{"replacesAll":"yes"}', "replacesAll"],
    ['{"timeline":5}', "timeline"], ['{"constructor":{}}', "constructor"],
    ['{"timeline":{"__proto__":{}}}', "timeline.__proto__"], ['{"atUs":[]}', "atUs"],
    ['{"timeline":[]}', "timeline"], ['{"effects":[[]]}', "effects.0"],
  ] as const) {
    throws(() => readTextTrace(`trace 1\n< ${json}`),
      { message: `line 2: directive.${path} is malformed, or of a later version` });
  }
});

test("lines with many words or escapes are read", () => {
  const pages = "page pushed flip x - ".repeat(50_000);
  equal(readTextTrace(`trace 1\ncurrent ${pages}`).header.current?.pages?.length, 50_000);
  const [step] = readTextTrace(`trace 1\n> 0 badge 0 text ${"%41".repeat(4_000_000)}`).steps;
  equal(step?.kind === "event" && step.event.badge?.set?.text?.length, 4_000_000);
});

test("all text traces are read completely", () => {
  ok(files.length > 30);
  for (const file of files) {
    const text = readFileSync(file, "utf8");
    const trace = readTextTrace(text);
    equal(trace.steps.length, (text.match(/^[<>]/gm) ?? []).length, file);
  }
});

test("text traces are replayed and compared as recorded", { skip: missingModule }, async () => {
  const { module } = await loadModule();
  let recorded = 0;
  for (const file of files) {
    const bytes = readFileSync(file);
    const definition = builtIn(readTrace(bytes).header.experience ?? "");
    const { equal: isEqual, directives, differences } = replayed(module, definition, bytes);
    if (directives === 0) continue;
    ok(isEqual, `${file}: ${differences.join("\n")}`);
    recorded += directives;
    const result = compared(module, definition, definition, bytes);
    ok(result.kind === "compared" && !result.isAssumed && !result.difference, file);
  }
  ok(recorded > 300, `${recorded}`);
});

test("a moment may have many directives", { skip: missingModule }, async () => {
  const { module } = await loadModule();
  const text = `trace 1\nexperience home-refined\n${'< {"sequence":"1"}\n'.repeat(150_000)}`;
  const result = replayed(module, builtIn("home-refined"), bytesOf(text));
  deepEqual([result.equal, result.directives, result.differences.length], [false, 150_000, 21]);
});

const program = ".build/debug/interaction-load";
const missing = existsSync(program) ? false : `there is no ${program}; build it`;

test("text traces are read as the program reads them", { skip: missing }, () => {
  const target = mkdtempSync(`${tmpdir()}/traces-`);
  try {
    for (const file of files) {
      const output = `${target}/read.trace`;
      execFileSync(program, ["record", file, "--output", output], { encoding: "utf8" });
      const [text, binary] = [file, output].map((each) => readTrace(readFileSync(each)));
      // The program adds directives to a trace without any.
      const isRecorded = text!.steps.some(({ kind }) => kind === "directive");
      const steps = binary!.steps.filter(({ kind }) => isRecorded || kind === "event");
      deepEqual(encoded(text!), encoded({ ...binary!, steps }), file);
    }
  } finally {
    rmSync(target, { recursive: true });
  }
});
