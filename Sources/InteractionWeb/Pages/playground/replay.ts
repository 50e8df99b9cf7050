import { find, make } from "../shared/dom";
import type { ReplayResult } from "./engine";

/** Lets the user choose or drop a trace, and shows the result of its replay. */
export function acceptTraces(replay: (trace: Blob) => Promise<ReplayResult>): void {
  const drop = find("drop", HTMLElement);
  const file = find("trace-file", HTMLInputElement);
  const play = async (trace: File) => {
    show(`Replaying ${trace.name}…`, "");
    try {
      showComparison(trace.name, await replay(trace));
    } catch (error) {
      show(`${trace.name}: ${error instanceof Error ? error.message : String(error)}`, "different");
    }
  };
  const first = (files: FileList | null | undefined) => {
    const trace = files?.[0];
    if (trace) void play(trace);
  };
  find("replay", HTMLButtonElement).addEventListener("click", () => file.click());
  file.addEventListener("change", () => {
    first(file.files);
    file.value = "";
  });
  const over = (event: DragEvent) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    drop.hidden = false;
  };
  addEventListener("dragover", over);
  addEventListener("dragleave", ({ relatedTarget }) => {
    if (relatedTarget === null) drop.hidden = true;
  });
  addEventListener("drop", (event) => {
    drop.hidden = true;
    if (!event.dataTransfer?.files.length) return;
    event.preventDefault();
    first(event.dataTransfer.files);
  });
}

function showComparison(name: string, comparison: ReplayResult): void {
  if (comparison.equal) {
    const count = comparison.directives === 1 ? "1 directive" : `${comparison.directives} directives`;
    show(`${name}: ${count}, all as recorded.`, "equal");
    return;
  }
  show(`${name}: the directives differ.`, "different",
    make("pre", {}, comparison.differences.join("\n")));
}

/** Shows the lines in which a recording differs under the saved and the edited text. */
export function showDifferences(name: string, lines: readonly string[]): void {
  if (lines.length === 0) return show(`${name}: no differences.`, "equal");
  show(`${name}: saved (-), edited (+).`, "different", make("pre", {}, lines.join("\n")));
}

function show(text: string, state: string, ...more: Node[]): void {
  const place = find("replayed", HTMLElement);
  place.hidden = false;
  place.dataset.state = state;
  place.replaceChildren(text, ...more);
  place.scrollIntoView({ block: "nearest" });
}
