import { find, make } from "../shared/dom";
import type { ReplayResult } from "./engine";

/** What a replay has shown. */
interface Report {
  readonly text: string;
  readonly state: "equal" | "different";
  /** The differences, line by line. */
  readonly lines: readonly string[];
}

/**
 * Lets the user choose or drop traces, and shows the results of their replay.
 *
 * @param onreplayed - Called once all of them were replayed.
 */
export function acceptTraces(
  replay: (trace: File) => Promise<ReplayResult>, onreplayed: () => void
): void {
  const drop = find("drop", HTMLElement);
  const file = find("trace-file", HTMLInputElement);
  const play = async (traces: readonly File[]) => {
    const reports: Report[] = [];
    for (const trace of traces) {
      show(`Replaying ${trace.name}…`, "");
      reports.push(await replay(trace).then((result) => report(trace.name, result), (error) => ({
        text: `${trace.name}: ${error instanceof Error ? error.message : String(error)}`,
        state: "different", lines: [],
      })));
    }
    showReports(reports);
    onreplayed();
  };
  const begin = (files: FileList | null | undefined) => {
    if (files?.length) void play([...files]);
  };
  find("replay", HTMLButtonElement).addEventListener("click", () => file.click());
  file.addEventListener("change", () => {
    begin(file.files);
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
    begin(event.dataTransfer.files);
  });
}

function report(name: string, { equal, directives, differences }: ReplayResult): Report {
  if (!equal) {
    return { text: `${name}: the directives differ.`, state: "different", lines: differences };
  }
  const count = directives === 1 ? "1 directive" : `${directives} directives`;
  return { text: `${name}: ${count}, all as recorded.`, state: "equal", lines: [] };
}

function showReports(reports: readonly Report[]): void {
  const state = reports.every((each) => each.state === "equal") ? "equal" : "different";
  show("", state, ...reports.flatMap(({ text, lines }) => [
    make("p", {}, text), ...(lines.length > 0 ? [make("pre", {}, lines.join("\n"))] : []),
  ]));
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
