import { find, make } from "../shared/dom";
import type { PlaygroundEngine } from "./engine";
import { OutcomeRequests, headline } from "./outcomeRequests";
import type { ComparedTexts, OutcomeGroup, OutcomeResult, Outcomes } from "./outcomeRequests";

const columns = ["Per session", "Saved", "Edited", "Change", "Exact", "Same fingers"];

/** The outcomes of the recordings under the edited text, compared with the saved one's. */
export class OutcomePanel {
  private readonly place = find("outcomes", HTMLElement);
  private readonly status = find("outcome-state", HTMLElement);
  private readonly requests: OutcomeRequests;

  /** @param showDifferences - Shows the differences of one recording. */
  constructor(
    private readonly engine: PlaygroundEngine,
    private readonly showDifferences: (recording: string, texts: ComparedTexts) => void
  ) {
    this.requests = new OutcomeRequests(
      (texts, sample, signal) => engine.outcomes(texts, sample, signal),
      (result, texts) => this.show(result, texts));
  }

  /** Requests the outcomes of the newest texts. */
  update(texts: ComparedTexts): void {
    void this.requests.update(texts);
  }

  private show(result: OutcomeResult, texts: ComparedTexts): void {
    this.status.textContent = headline(result);
    const isPlayed = result.kind === "outcomes";
    this.status.dataset.state = !isPlayed ? "ended" : result.isComplete ? "open" : "connecting";
    // The last outcomes stay while the text has problems.
    this.place.classList.toggle("outdated", !isPlayed);
    if (!isPlayed) return;
    const { outcomes } = result;
    this.place.replaceChildren(...(result.recordings === 0
      ? [make("p", {},
        `Use the phone, then change the text. ${this.engine.recordingsHint}`)]
      : [...figures(outcomes), ...this.groups(outcomes, texts), ...list(outcomes.notes)]));
  }

  private groups({ groups, moreGroups }: Outcomes, texts: ComparedTexts): HTMLElement[] {
    if (groups.length === 0) return [];
    const item = ({ text, recording, time }: OutcomeGroup) => make("li", {}, `${text} `, make("button", {
      type: "button", click: () => this.showDifferences(recording, texts),
    }, `${recording} at ${time}`));
    return [
      make("h3", {}, "First differences by kind"),
      make("ol", {}, ...groups.map(item), ...(moreGroups ? [make("li", {}, moreGroups)] : [])),
    ];
  }
}

function figures({ figures, unchanged }: Outcomes): HTMLElement[] {
  if (figures.length === 0) return [];
  const row = ([name = "", ...values]: readonly string[]) => make("tr", {},
    make("th", { scope: "row" }, name), ...values.map((value) => make("td", {}, value)));
  const table = make("table", {},
    make("thead", {}, make("tr", {}, ...columns.map((name) => make("th", { scope: "col" }, name)))),
    make("tbody", {}, ...figures.map(row)));
  return [table, ...(unchanged ? [make("p", { class: "soft" }, unchanged)] : [])];
}

function list(notes: readonly string[]): HTMLElement[] {
  return notes.length === 0 ? []
    : [make("ul", { class: "soft" }, ...notes.map((note) => make("li", {}, note)))];
}
