import { find, make } from "../shared/dom";
import type { ExperienceSummary } from "./operators";
import { write } from "./sessionTable";

/** The table of experiences; the chosen one filters the list of sessions. */
export class ExperienceTable {
  /** The experience whose sessions are listed; empty for all. */
  chosen = "";
  private readonly body = find("experiences", HTMLElement);
  private readonly all = find("all-sessions", HTMLButtonElement);
  private readonly rows = new Map<string, HTMLTableRowElement>();

  /** @param onchange - Called when another experience is chosen. */
  constructor(private readonly onchange: () => void) {
    this.all.addEventListener("click", () => this.choose(""));
  }

  show(experiences: readonly ExperienceSummary[]): void {
    const names = experiences.map(({ name = "" }) => name);
    if (names.length !== this.rows.size || names.some((name) => !this.rows.has(name))) {
      this.rows.clear();
      for (const name of names) this.rows.set(name, this.row(name));
      this.body.replaceChildren(...this.rows.values());
    }
    for (const { name = "", origin = "", file, activeSessions = 0 } of experiences) {
      const [, from, count] = this.rows.get(name)?.cells ?? [];
      if (from) write(from, file ?? origin.replace("EXPERIENCE_ORIGIN_", "").replace("_", "-").toLowerCase());
      if (count) write(count, String(activeSessions));
    }
  }

  private row(name: string): HTMLTableRowElement {
    const choose = () => this.choose(this.chosen === name ? "" : name);
    return make("tr", {},
      make("th", { scope: "row" }, make("button", {
        type: "button", "aria-pressed": String(this.chosen === name), "data-name": name,
        click: choose,
      }, name)),
      make("td", { class: "soft" }), make("td", { class: "number" }));
  }

  /** Lists the sessions of an experience; of all if the name is empty. */
  choose(name: string): void {
    this.chosen = name;
    this.all.hidden = name === "";
    for (const button of this.body.querySelectorAll("button")) {
      button.setAttribute("aria-pressed", String(button.dataset.name === name));
    }
    this.onchange();
  }
}
