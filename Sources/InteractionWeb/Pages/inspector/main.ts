import { find, make } from "../shared/dom";
import { Timeline } from "../shared/timeline";
import { operators, token } from "./operators";
import type { ExperienceSummary, SessionSummary } from "./operators";
import { Watch } from "./watch";

const timeline = new Timeline(find("timeline", HTMLElement));
const status = find("engine", HTMLElement);
const rows = find("sessions", HTMLElement);
const end = find("end", HTMLButtonElement);
const known = new Map<string, HTMLTableRowElement>();
let watch: Watch | undefined;

/** How often the lists are asked for, ms. */
const interval = 1000;

async function poll(): Promise<void> {
  try {
    const [{ sessions = [], total }, experiences] =
      await Promise.all([operators.sessions(), operators.experiences()]);
    showSessions(sessions);
    showExperiences(experiences);
    const count = total ?? sessions.length;
    find("session-count", HTMLElement).textContent =
      count > sessions.length ? `${sessions.length} of ${count}` : String(count);
    showStatus("Connected", "open");
  } catch (error) {
    showStatus(error instanceof Error ? error.message : String(error), "ended");
  }
  setTimeout(poll, interval);
}

function showStatus(text: string, state: string): void {
  if (status.textContent !== text) status.textContent = text;
  status.dataset.state = state;
}

function showSessions(sessions: readonly SessionSummary[]): void {
  find("no-sessions", HTMLElement).hidden = sessions.length > 0;
  const open = new Set(sessions.map(({ sessionId = "" }) => sessionId));
  for (const [id, row] of known) {
    if (open.has(id)) continue;
    row.remove();
    known.delete(id);
  }
  for (const session of sessions) {
    const id = session.sessionId ?? "";
    const row = known.get(id) ?? made(id);
    const cells = [session.experience ?? "", age(session.age), session.appliedEvent ?? "0",
      session.lastDirective ?? "0"];
    cells.forEach((text, index) => {
      const cell = row.cells[index + 1];
      if (cell && cell.textContent !== text) cell.textContent = text;
    });
    const user = row.querySelector(".soft");
    if (user) user.textContent = facts(session);
    if (watch?.session === id) find("facts", HTMLElement).textContent = facts(session);
  }
}

function made(id: string): HTMLTableRowElement {
  const row = make("tr", {},
    make("td", {}, make("button", { type: "button", click: () => choose(id) }, id),
      make("span", { class: "soft" })),
    make("td"), ...[1, 2, 3].map(() => make("td", { class: "number" })));
  known.set(id, row);
  rows.append(row);
  return row;
}

function facts({ user, client, epoch, draining }: SessionSummary): string {
  return [user || "no user", client, epoch && epoch !== "1" ? `connection ${epoch}` : "",
    draining ? "draining" : ""].filter(Boolean).join(" · ");
}

function showExperiences(experiences: readonly ExperienceSummary[]): void {
  find("experiences", HTMLElement).replaceChildren(...experiences.map((each) => make("tr", {},
    make("td", { class: "mono" }, each.name ?? ""), make("td", { class: "soft" }, each.origin ?? ""),
    make("td", { class: "number" }, String(each.activeSessions ?? 0)))));
}

function choose(id: string): void {
  watch?.close();
  timeline.clear();
  for (const [each, row] of known) row.setAttribute("aria-current", String(each === id));
  find("watched", HTMLElement).textContent = id;
  find("facts", HTMLElement).textContent = "";
  const chosen = watch = new Watch(id, find("screen", HTMLElement), timeline);
  end.disabled = false;
  chosen.onend = () => { end.disabled = true; };
  attempt("watching", () => chosen.start());
}

/** Seconds of protobuf's JSON as people say them. */
function age(text = "0s"): string {
  const seconds = Math.floor(Number.parseFloat(text));
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return `${seconds} s`;
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

function attempt(what: string, action: () => Promise<void>): void {
  action().catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    timeline.add({ kind: "connection", text: `${what} has failed: ${reason}`, bad: true });
  });
}

/** Asks before something that cannot be taken back. */
function confirmed(question: string, answer: string, action: () => Promise<void>): void {
  const dialog = find("sure", HTMLDialogElement);
  find("question", HTMLElement).textContent = question;
  find("yes", HTMLElement).textContent = answer;
  dialog.returnValue = "";
  dialog.onclose = () => {
    if (dialog.returnValue === "yes") attempt(answer.toLowerCase(), action);
  };
  dialog.showModal();
}

end.addEventListener("click", () => {
  const id = watch?.session;
  if (id === undefined) return;
  confirmed(`End ${id}? Its client is told so, and does not come back.`, "End session",
    () => operators.end(id));
});
find("drain", HTMLButtonElement).addEventListener("click", () => {
  confirmed("Drain the engine? Every session is sent elsewhere, then the engine ends.", "Drain",
    async () => showStatus(`Draining ${await operators.drain()} sessions`, "connecting"));
});
const field = find("token", HTMLInputElement);
field.value = token.value;
field.addEventListener("change", () => { token.value = field.value.trim(); });
find("access", HTMLFormElement).addEventListener("submit", (event) => event.preventDefault());

new ResizeObserver(([entry]) => {
  if (!entry) return;
  const phone = find("phone", HTMLElement);
  const { width, height } = entry.contentRect;
  const size = [parseFloat(phone.style.width) || 403, parseFloat(phone.style.height) || 840] as const;
  const scale = Math.min(1, (width - 8) / size[0], (height - 8) / size[1]);
  phone.style.setProperty("--scale", String(Math.max(scale, 0.3)));
}).observe(find("fitting", HTMLElement));
void poll();
