import { debounced, find } from "../shared/dom";
import { Timeline } from "../shared/timeline";
import { TokenPrompt } from "./access";
import { CommandForm } from "./commandForm";
import { confirmed } from "./confirmed";
import { countsByVariant, countsByVersion, joinedExperiences } from "./counts";
import { CountTable } from "./countTable";
import type { ChosenVariant } from "./countTable";
import { EngineList } from "./engineList";
import { ExperienceTable } from "./experienceTable";
import { InspectedFleet } from "./fleet";
import type { PolledEngine } from "./fleet";
import { attempt } from "./notice";
import { EngineCalls, listEngines } from "./operators";
import type { Filter } from "./operators";
import { SessionTable, write } from "./sessionTable";
import type { ListedSession } from "./sessionTable";
import { WatchedSession } from "./watching";

/** The maximum number of sessions that an engine lists. */
const pageSize = 200;
/** The same for a variant, which this page selects from the listed sessions. */
const variantPageSize = 1000;

const status = find("engine", HTMLElement);
const prefix = find("prefix", HTMLInputElement);
const user = find("user", HTMLInputElement);
const drain = find("drain", HTMLButtonElement);
/** The variant whose sessions are listed. */
let variant: ChosenVariant | undefined;

const fleet = new InspectedFleet(
  { engines: listEngines, calls: (engine) => new EngineCalls(engine) }, filter, show, refused);
const watched: WatchedSession = new WatchedSession(
  fleet, new Timeline(find("timeline", HTMLElement)),
  () => sessions.mark(watched.engine?.name, watched.summary));
const sessions = new SessionTable(({ engine, session }) => watched.choose(engine, session));
const engines = new EngineList(show);
const experiences = new ExperienceTable(() => {
  if (variant?.experience !== experiences.chosen) variant = undefined;
  fleet.refresh();
});
const versions = new CountTable("versions", "Version");
const variants = new CountTable("variants", "Variant", (row) => {
  const isChosen = variant?.experience === row.experience && variant.variant === row.variant;
  variant = isChosen ? undefined : row;
  experiences.choose(row.experience);
});
const access = new TokenPrompt(() => {
  fleet.stop();
  void fleet.start();
});
new CommandForm(fleet, watched);

function filter(): Filter {
  return {
    experience: experiences.chosen, user: user.value.trim(), sessionPrefix: prefix.value.trim(),
    pageSize: variant ? variantPageSize : pageSize,
  };
}

/** Shows the newest answers of the engines. */
function show(): void {
  const { answering } = fleet;
  document.body.classList.toggle("fleet", fleet.isFleet);
  engines.show(fleet.engines);
  showStatus();
  const target = drained();
  drain.disabled = !target;
  write(drain, target && target.name !== "" ? `Drain ${target.name}…` : "Drain…");
  if (answering.length === 0) return;
  access.close();
  showSessions(answering.filter(({ name }) => engines.chosen === "" || engines.chosen === name));
  experiences.show(joinedExperiences(answering));
  const names = answering.map(({ name }) => name);
  versions.show(names, countsByVersion(answering));
  variants.show(names, countsByVariant(answering), variant);
  watched.update();
}

/** Lists the sessions of these engines, by ID. */
function showSessions(from: readonly PolledEngine[]): void {
  const all = from.flatMap((engine): ListedSession[] =>
    (engine.sessions.sessions ?? []).map((session) => ({ engine, session })));
  const listed = all.filter(({ session }) => !variant || session.variant === variant.variant)
    .sort((a, b) => ((a.session.sessionId ?? "") < (b.session.sessionId ?? "") ? -1 : 1));
  const total = from.reduce((sum, { sessions: { totalSize = 0 } }) => sum + totalSize, 0);
  const { experience, sessionPrefix, user: name } = filter();
  const isFiltered = [experience, sessionPrefix, name, engines.chosen].some((text) => text !== "");
  sessions.show(listed, all.length < total ? total : listed.length, isFiltered);
}

function showStatus(): void {
  const [first] = fleet.engines;
  const problem = first?.problem ?? (first ? undefined : fleet.problem);
  const [count, answers] = [fleet.engines.length, fleet.answering.length];
  if (answers === 0) {
    const isKnown = problem !== undefined;
    tell(problem ?? "Connecting", isKnown ? "ended" : "connecting");
  } else if (!fleet.isFleet) {
    tell(first?.draining ?? "Connected", first?.draining ? "connecting" : "open");
  } else if (answers < count) {
    tell(`${answers} of ${count} engines answer`, "connecting");
  } else {
    tell(count === 1 ? "1 engine" : `${count} engines`, "open");
  }
}

function tell(text: string, state: string): void {
  write(status, text);
  status.dataset.state = state;
}

/** Stops until the operator has entered another token. */
function refused(reason: string): void {
  watched.leave();
  engines.show([]);
  sessions.show([], 0, false);
  tell("Not signed in", "ended");
  access.ask(reason);
}

/** Returns the engine that the button drains: of a fleet, the chosen one. */
function drained(): PolledEngine | undefined {
  return fleet.isFleet ? fleet.engines.find(({ name }) => name === engines.chosen)
    : fleet.engines[0];
}

drain.addEventListener("click", () => {
  const engine = drained();
  if (!engine) return;
  const question = `Drain ${engine.name || "the engine"}? Its sessions move to other engines, then `
    + "it exits. This cannot be undone.";
  confirmed(question, "Drain", () => attempt("Draining the engine failed", async () => {
    const { sessions: count = 0, timeout = "0s" } = await engine.calls.drain();
    engine.draining = `Draining: ${count} ${count === 1 ? "session" : "sessions"}, `
      + `at most ${Math.ceil(Number.parseFloat(timeout))} s`;
    show();
  }));
});
for (const field of [prefix, user]) {
  field.addEventListener("input", debounced(() => fleet.refresh(), 200));
}

new ResizeObserver(([entry]) => {
  if (!entry) return;
  const phone = find("phone", HTMLElement);
  const { width, height } = entry.contentRect;
  const size = [parseFloat(phone.style.width) || 403, parseFloat(phone.style.height) || 840] as const;
  const scale = Math.min(1, (width - 8) / size[0], (height - 8) / size[1]);
  phone.style.setProperty("--scale", String(Math.max(scale, 0.3)));
}).observe(find("fitting", HTMLElement));
void fleet.start();
