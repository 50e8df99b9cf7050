import { download, find } from "../shared/dom";
import type { Timeline } from "../shared/timeline";
import { confirmed } from "./confirmed";
import type { InspectedFleet, PolledEngine } from "./fleet";
import { continues } from "./following";
import { attempt } from "./notice";
import type { SessionSummary } from "./operators";
import { facts, write } from "./sessionTable";
import { Watch } from "./watch";

/** The interval between two searches for a session whose watch has ended, ms. */
const searchInterval = 1_000;

/** The card of the watched session, which follows it to other connections and engines. */
export class WatchedSession {
  /** The engine of the watched session. */
  engine: PolledEngine | undefined;
  /** Its newest summary. */
  summary: SessionSummary | undefined;
  private watch: Watch | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly place = find("screen", HTMLElement);
  private readonly facts = find("facts", HTMLElement);
  private readonly buttons = ["end", "recording", "command"].map((id) =>
    find(id, HTMLButtonElement));

  /** @param onmove - Called when another session or engine is watched. */
  constructor(
    private readonly fleet: InspectedFleet, private readonly timeline: Timeline,
    private readonly onmove: () => void,
  ) {
    const [end, recording] = this.buttons;
    end?.addEventListener("click", () => this.askToEnd());
    recording?.addEventListener("click", () => this.download());
  }

  /** The ID of the watched session; undefined for none. */
  get session(): string | undefined {
    return this.watch?.session;
  }

  choose(engine: PolledEngine, summary: SessionSummary): void {
    this.timeline.clear();
    this.start(engine, summary);
  }

  /** Shows the newest summary of the session, if it is among the listed ones. */
  update(): void {
    const found = this.engine?.sessions.sessions?.find(
      ({ sessionId }) => sessionId === this.session);
    if (!found || this.watch?.isOver !== false) return;
    this.summary = found;
    write(this.facts, facts(found, this.engine?.name));
  }

  /** Stops watching. */
  leave(): void {
    clearTimeout(this.timer);
    this.watch?.close();
    this.watch = this.engine = this.summary = undefined;
    this.timeline.clear();
    this.place.replaceChildren();
    write(find("watched", HTMLElement), "No session selected");
    write(this.facts, "");
    for (const button of this.buttons) button.disabled = true;
    this.onmove();
  }

  private start(engine: PolledEngine, summary: SessionSummary): void {
    clearTimeout(this.timer);
    this.watch?.close();
    const id = summary.sessionId ?? "";
    [this.engine, this.summary] = [engine, summary];
    write(find("watched", HTMLElement), id);
    write(this.facts, "");
    find("phone", HTMLElement).classList.remove("over");
    for (const button of this.buttons) button.disabled = false;
    const begun = this.watch = new Watch(id, engine.calls, this.place, this.timeline);
    begun.onend = (reason) => {
      if (this.watch !== begun) return;
      for (const button of this.buttons) button.disabled = button.id === "end";
      write(this.facts, `Ended: ${reason}`);
      find("phone", HTMLElement).classList.add("over");
      this.searchSoon(begun);
    };
    begun.start();
    this.onmove();
  }

  private searchSoon(ended: Watch): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.search(ended), searchInterval);
  }

  /** Searches all engines for the next connection of the session. */
  private async search(ended: Watch): Promise<void> {
    const former = this.engine?.name;
    await this.fleet.find(ended.session, (engine, summary) => {
      if (this.watch !== ended || !continues(ended, summary)) return;
      const connection = `connection ${summary.epoch ?? "0"}`;
      this.timeline.add({
        kind: "connection",
        text: engine.name === former ? connection : `moved to ${engine.name}, ${connection}`,
      });
      this.start(engine, summary);
    });
    if (this.watch === ended) this.searchSoon(ended);
  }

  private askToEnd(): void {
    const [id, engine] = [this.session, this.engine];
    if (id === undefined || !engine) return;
    confirmed(`End ${id}? Its client does not reconnect.`, "End session", () => {
      attempt("Ending the session failed", () => engine.calls.end(id));
    });
  }

  private download(): void {
    const [id, engine] = [this.session, this.engine];
    if (id === undefined || !engine) return;
    attempt("The download failed", async () => {
      const { name, file } = await engine.calls.recording(id);
      download(file, name);
    });
  }
}
