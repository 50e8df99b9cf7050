import { find, make } from "../shared/dom";
import type { Sessions, SessionSummary } from "./operators";

/** The table of open sessions, by ID. */
export class SessionTable {
  private readonly body = find("sessions", HTMLElement);
  private readonly none = find("no-sessions", HTMLElement);
  private readonly count = find("session-count", HTMLElement);
  private readonly rows = new Map<string, HTMLTableRowElement>();
  private chosen: string | undefined;

  /** @param onchoose - Called with the ID of a session to watch. */
  constructor(private readonly onchoose: (session: string) => void) {}

  show({ sessions = [], totalSize: total = 0 }: Sessions, isFiltered: boolean): void {
    const open = new Set(sessions.map(({ sessionId = "" }) => sessionId));
    for (const [id, row] of this.rows) {
      if (open.has(id)) continue;
      row.remove();
      this.rows.delete(id);
    }
    sessions.forEach((session, index) => {
      const row = this.row(session.sessionId ?? "");
      // Moving a row would lose its focus: only new ones are inserted.
      if (this.body.children[index] !== row) {
        this.body.insertBefore(row, this.body.children[index] ?? null);
      }
      this.fill(row, session);
    });
    this.none.hidden = sessions.length > 0;
    write(this.none, isFiltered ? "No open session matches." : "No open sessions.");
    write(this.count,
      `${total > sessions.length ? `${sessions.length} of ${total}` : sessions.length} open`);
  }

  /** Marks the watched session. */
  mark(session: string): void {
    this.chosen = session;
    for (const [id, row] of this.rows) row.setAttribute("aria-current", String(id === session));
  }

  private fill(row: HTMLTableRowElement, session: SessionSummary): void {
    const texts = [session.experience ?? "", age(session.openedAt), session.appliedEvent ?? "0",
      session.lastDirective ?? "0"];
    texts.forEach((text, index) => {
      const cell = row.cells[index + 1];
      if (cell) write(cell, text);
    });
    const about = row.querySelector<HTMLElement>(".soft");
    if (about) write(about, facts(session));
  }

  private row(id: string): HTMLTableRowElement {
    const known = this.rows.get(id);
    if (known) return known;
    const row = make("tr", { "aria-current": String(id === this.chosen) },
      make("th", { scope: "row" },
        make("button", { type: "button", click: () => this.onchoose(id) }, id),
        make("span", { class: "soft" })),
      make("td"), ...[1, 2, 3].map(() => make("td", { class: "number" })));
    this.rows.set(id, row);
    return row;
  }
}

/** Returns a session's user and client, as a text. */
export function facts({ user, client, draining }: SessionSummary): string {
  return [user || "no user", client,
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
