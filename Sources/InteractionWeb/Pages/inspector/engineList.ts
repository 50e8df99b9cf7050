import { find, make } from "../shared/dom";
import type { PolledEngine } from "./fleet";
import { write } from "./sessionTable";

/** The engines of a fleet, with the number of sessions or the reason for a missing answer. */
export class EngineList {
  /** The name of the engine whose sessions are listed; empty for all. */
  chosen = "";
  private readonly list = find("engines", HTMLElement);
  private readonly items = new Map<string, HTMLElement>();

  /** @param onchange - Called when another engine is chosen. */
  constructor(private readonly onchange: () => void) {}

  show(engines: readonly PolledEngine[]): void {
    const named = engines.filter(({ name }) => name !== "");
    this.list.hidden = named.length === 0;
    if (this.chosen !== "" && !named.some(({ name }) => name === this.chosen)) this.choose("");
    const names = named.map(({ name }) => name);
    if (names.length !== this.items.size || names.some((name) => !this.items.has(name))) {
      this.items.clear();
      for (const name of names) this.items.set(name, this.item(name));
      this.list.replaceChildren(...this.items.values());
    }
    for (const engine of named) {
      const status = this.items.get(engine.name)?.querySelector<HTMLElement>(".status");
      if (!status) continue;
      const [text, state] = statusOf(engine);
      write(status, text);
      status.dataset.state = state;
    }
  }

  private item(name: string): HTMLElement {
    const choose = () => this.choose(this.chosen === name ? "" : name);
    return make("li", {},
      make("button", {
        type: "button", "aria-pressed": String(this.chosen === name), "data-name": name,
        click: choose,
      }, name),
      make("span", { class: "status" }));
  }

  private choose(name: string): void {
    this.chosen = name;
    for (const button of this.list.querySelectorAll("button")) {
      button.setAttribute("aria-pressed", String(button.dataset.name === name));
    }
    this.onchange();
  }
}

/** Returns an engine's status in words, and its colour. */
export function statusOf(engine: PolledEngine): readonly [text: string, state: string] {
  const { isKnown, problem, draining, sessions: { totalSize = 0 } } = engine;
  if (!isKnown) return ["Connecting", "connecting"];
  if (problem !== undefined) return [`Does not answer: ${problem}`, "ended"];
  if (draining !== undefined) return [draining, "connecting"];
  return [`${totalSize} ${totalSize === 1 ? "session" : "sessions"}`, "open"];
}
