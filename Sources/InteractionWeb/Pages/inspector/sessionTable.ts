import { find, make } from "../shared/dom";
import type { PolledEngine } from "./fleet";
import type { SessionSummary } from "./operators";

/** A listed session and the engine that has it. */
export interface ListedSession {
  readonly engine: PolledEngine;
  readonly session: SessionSummary;
}

/** The table of open sessions, by ID; one that moves may be on two engines for a moment. */
export class SessionTable {
  private readonly body = find("sessions", HTMLElement);
  private readonly none = find("no-sessions", HTMLElement);
  private readonly count = find("session-count", HTMLElement);
  private readonly rows = new Map<string, HTMLTableRowElement>();
  private listed = new Map<string, ListedSession>();
  private chosen: string | undefined;

  /** @param onchoose - Called with a session to watch. */
  constructor(private readonly onchoose: (chosen: ListedSession) => void) {}

  /**
   * @param total - The number of sessions, of which these are listed.
   * @param isFiltered - True if other sessions may be open.
   */
  show(sessions: readonly ListedSession[], total: number, isFiltered: boolean): void {
    this.listed = new Map(sessions.map((each) => [keyOf(each.engine.name, each.session), each]));
    for (const [key, row] of this.rows) {
      if (this.listed.has(key)) continue;
      row.remove();
      this.rows.delete(key);
    }
    [...this.listed].forEach(([key, { engine, session }], index) => {
      const row = this.row(key, session.sessionId ?? "");
      // Moving a row would lose its focus: only new ones are inserted.
      if (this.body.children[index] !== row) {
        this.body.insertBefore(row, this.body.children[index] ?? null);
      }
      this.fill(row, engine, session);
    });
    this.none.hidden = sessions.length > 0;
    write(this.none, isFiltered ? "No open session matches." : "No open sessions.");
    write(this.count,
      `${total > sessions.length ? `${sessions.length} of ${total}` : sessions.length} open`);
  }

  /** Marks the watched session. */
  mark(engine = "", session?: SessionSummary): void {
    this.chosen = session ? keyOf(engine, session) : undefined;
    for (const [key, row] of this.rows) {
      row.setAttribute("aria-current", String(key === this.chosen));
    }
  }

  private fill(row: HTMLTableRowElement, engine: PolledEngine, session: SessionSummary): void {
    const { experience = "", variant = "" } = session;
    const texts = [engine.name, variant === "" ? experience : `${experience}@${variant}`,
      age(session.openedAt), session.appliedEvent ?? "0", session.lastDirective ?? "0"];
    texts.forEach((text, index) => {
      const cell = row.cells[index + 1];
      if (cell) write(cell, text);
    });
    const about = row.querySelector<HTMLElement>(".soft");
    if (about) write(about, facts(session));
  }

  private row(key: string, id: string): HTMLTableRowElement {
    const known = this.rows.get(key);
    if (known) return known;
    const choose = () => {
      const listed = this.listed.get(key);
      if (listed) this.onchoose(listed);
    };
    const row = make("tr", { "aria-current": String(key === this.chosen) },
      make("th", { scope: "row" },
        make("button", { type: "button", click: choose }, id), make("span", { class: "soft" })),
      make("td", { class: "of-fleet" }), make("td"),
      ...[1, 2, 3].map(() => make("td", { class: "number" })));
    this.rows.set(key, row);
    return row;
  }
}

function keyOf(engine: string, { sessionId = "" }: SessionSummary): string {
  return `${engine} ${sessionId}`;
}

/** Returns a session's user, client and engine, as a text. */
export function facts({ user, client, draining }: SessionSummary, engine = ""): string {
  return [user || "no user", client, engine,
    draining ? "draining" : ""].filter(Boolean).join(" · ");
}

/** Returns the time since a time in RFC 3339 as a readable text. */
function age(openedAt = ""): string {
  const seconds = Math.max(Math.floor((Date.now() - Date.parse(openedAt)) / 1000) || 0, 0);
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return `${seconds} s`;
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Changes a text only if it differs, so that screen readers and selections keep their place. */
export function write(node: HTMLElement, text: string): void {
  if (node.textContent !== text) node.textContent = text;
}
