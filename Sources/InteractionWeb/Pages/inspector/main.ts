import { debounced, download, find } from "../shared/dom";
import { Timeline } from "../shared/timeline";
import { TokenPrompt } from "./access";
import { CallError } from "./calls";
import { confirmed } from "./confirmed";
import { ExperienceTable } from "./experienceTable";
import { operators } from "./operators";
import type { SessionSummary } from "./operators";
import { facts, SessionTable, write } from "./sessionTable";
import { Watch } from "./watch";

const timeline = new Timeline(find("timeline", HTMLElement));
const status = find("engine", HTMLElement);
const notice = find("notice", HTMLElement);
const prefix = find("prefix", HTMLInputElement);
const end = find("end", HTMLButtonElement);
const recording = find("recording", HTMLButtonElement);
const sessions = new SessionTable(choose);
const experiences = new ExperienceTable(() => poll());
const access = new TokenPrompt(() => poll());
let watch: Watch | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let polls = 0;
/** The status text while the engine drains. */
let drainWords: string | undefined;

/** The polling interval of the lists, ms. */
const interval = 1000;

/** Loads the lists now, and again after each interval. */
async function poll(): Promise<void> {
  clearTimeout(timer);
  const number = polls += 1;
  const filter = { experience: experiences.chosen, sessionPrefix: prefix.value.trim() };
  try {
    const found = await Promise.all([operators.sessions(filter), operators.experiences()]);
    // A newer request may have been answered first.
    if (number !== polls) return;
    access.close();
    sessions.show(found[0], filter.experience !== "" || filter.sessionPrefix !== "");
    experiences.show(found[1]);
    follow(found[0].sessions ?? []);
    tell(drainWords ?? "Connected", drainWords ? "connecting" : "open");
  } catch (error) {
    if (number !== polls) return;
    if (error instanceof CallError && error.isUnauthenticated) return refused(error.message);
    drainWords = undefined;
    tell(words(error), "ended");
  }
  timer = setTimeout(poll, interval);
}

function tell(text: string, state: string): void {
  write(status, text);
  status.dataset.state = state;
}

/** Stops until the operator has entered another token. */
function refused(reason: string): void {
  leave();
  tell("Not signed in", "ended");
  access.ask(reason);
}

/** Follows the watched session to a new connection. */
function follow(open: readonly SessionSummary[]): void {
  const found = open.find(({ sessionId }) => sessionId === watch?.session);
  if (!watch || !found) return;
  if (watch.isOver && Number(found.epoch ?? 0) > watch.epoch) start(watch.session);
  else if (!watch.isOver) write(find("facts", HTMLElement), facts(found));
}

function choose(id: string): void {
  timeline.clear();
  say("");
  sessions.mark(id);
  start(id);
}

function start(id: string): void {
  watch?.close();
  write(find("watched", HTMLElement), id);
  write(find("facts", HTMLElement), "");
  find("phone", HTMLElement).classList.remove("over");
  end.disabled = recording.disabled = false;
  const begun = watch = new Watch(id, find("screen", HTMLElement), timeline);
  begun.onend = (reason) => {
    if (watch !== begun) return;
    end.disabled = true;
    write(find("facts", HTMLElement), `Ended: ${reason}`);
    find("phone", HTMLElement).classList.add("over");
  };
  begun.start();
}

/** Stops watching. */
function leave(): void {
  watch?.close();
  watch = undefined;
  timeline.clear();
  sessions.mark("");
  sessions.show({}, false);
  find("screen", HTMLElement).replaceChildren();
  write(find("watched", HTMLElement), "No session selected");
  write(find("facts", HTMLElement), "");
  end.disabled = recording.disabled = true;
}

function words(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Shows an error message; an empty text hides it. */
function say(text: string): void {
  notice.textContent = text;
  notice.hidden = text === "";
}

function attempt(what: string, action: () => Promise<void>): void {
  say("");
  action().catch((error: unknown) => say(`${what}: ${words(error)}`));
}

end.addEventListener("click", () => {
  const id = watch?.session;
  if (id === undefined) return;
  confirmed(`End ${id}? Its client does not reconnect.`, "End session", () => {
    attempt("Ending the session failed", () => operators.end(id));
  });
});
recording.addEventListener("click", () => {
  const id = watch?.session;
  if (id === undefined) return;
  attempt("The download failed", async () => {
    const { name, file } = await operators.recording(id);
    download(file, name);
  });
});
find("drain", HTMLButtonElement).addEventListener("click", () => {
  const question = "Drain the engine? Its sessions move to other engines, then it exits. "
    + "This cannot be undone.";
  confirmed(question, "Drain", () => attempt("Draining the engine failed", async () => {
    const { sessions: count = 0, timeout = "0s" } = await operators.drain();
    drainWords = `Draining: ${count} ${count === 1 ? "session" : "sessions"}, `
      + `at most ${Math.ceil(Number.parseFloat(timeout))} s`;
    tell(drainWords, "connecting");
  }));
});
prefix.addEventListener("input", debounced(() => { void poll(); }, 200));

new ResizeObserver(([entry]) => {
  if (!entry) return;
  const phone = find("phone", HTMLElement);
  const { width, height } = entry.contentRect;
  const size = [parseFloat(phone.style.width) || 403, parseFloat(phone.style.height) || 840] as const;
  const scale = Math.min(1, (width - 8) / size[0], (height - 8) / size[1]);
  phone.style.setProperty("--scale", String(Math.max(scale, 0.3)));
}).observe(find("fitting", HTMLElement));
void poll();
