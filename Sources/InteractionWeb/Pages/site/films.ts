import { find } from "../shared/dom";
import { fitPhone } from "../shared/fitting";
import { Timeline } from "../shared/timeline";
import { checked } from "./checking";
import { decided } from "./filmContent";
import { ModuleWorker } from "./moduleWorker";
import { filmButton, Player, title } from "./player";
import { builtIn, bundledTraces } from "./siteData";
import type { BundledTrace } from "./siteData";
import { readTrace } from "./traceFile";

const status = find("film-state", HTMLElement);
const worker = new ModuleWorker();

/** Returns the first sentences of the comment with which a text begins, a line or two. */
function summary(yaml: string): string {
  const lines = yaml.split("\n");
  const comment = lines.slice(0, lines.findIndex((line) => !line.startsWith("#")));
  const words = comment.map((line) => line.replace(/^#\s*/, "")).join(" ");
  return /^.{30,}?\.(?=\s|$)/.exec(words)?.[0] ?? words;
}

function textOf(trace: BundledTrace): string {
  const name = readTrace(trace.bytes).header.experience;
  return builtIn().find((each) => each.name === name)?.yaml ?? "";
}

function showFailure(error: unknown): void {
  status.textContent = error instanceof Error ? error.message : String(error);
  status.dataset.state = "ended";
}

function start(): void {
  const player = new Player(
    find("screen", HTMLElement), new Timeline(find("timeline", HTMLElement)));
  let newest: BundledTrace | undefined;
  const open = async (trace: BundledTrace) => {
    newest = trace;
    status.textContent = `Deciding ${title(trace.name)}`;
    status.dataset.state = "connecting";
    const text = await checked(textOf(trace), worker);
    if (text.kind === "invalid") throw new Error(`${trace.name}: ${text.problems[0]?.message}`);
    const content = await decided(trace.bytes, text.definition, worker);
    if (trace !== newest) return;
    player.open(content);
    status.textContent = title(trace.name);
    status.dataset.state = "open";
  };
  const list = find("films", HTMLOListElement);
  const traces = bundledTraces();
  list.replaceChildren(...traces.map((trace) =>
    filmButton(trace.name, summary(textOf(trace)), () => {
      mark(trace);
      open(trace).catch(showFailure);
    })));
  const mark = (chosen: BundledTrace) => [...list.querySelectorAll("button")].forEach(
    (button, index) => button.setAttribute("aria-pressed", String(traces[index] === chosen)));
  const first = traces.find(({ name }) => name === "tour") ?? traces[0];
  if (!first) return;
  mark(first);
  open(first).catch(showFailure);
}

fitPhone();
find("from-file", HTMLElement).hidden = location.protocol !== "file:";
try {
  start();
} catch (error) {
  showFailure(error);
}
