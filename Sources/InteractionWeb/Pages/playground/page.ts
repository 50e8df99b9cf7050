import type { SessionConnectionState } from "../../Client/src/session/updates";
import { debounced, download, find } from "../shared/dom";
import { fitPhone } from "../shared/fitting";
import { Timeline } from "../shared/timeline";
import { Editor } from "./editor";
import type { PlaygroundEngine } from "./engine";
import { Files } from "./files";
import { LineHandles } from "./lineHandles";
import { textOfLink, fileOfLink, hash } from "./link";
import { Network } from "./network";
import { show } from "./notice";
import { OutcomePanel } from "./outcomePanel";
import { PlaygroundSession, surface } from "./play";
import type { RestartState } from "./play";
import { acceptTraces, showDifferences } from "./replay";
import { acceptSaving, updateSaving } from "./saving";
import { Scrubber } from "./scrubber";
import { stateWords } from "./stateWords";

/** Opens the playground's page with its engine. */
export function openPage(engine: PlaygroundEngine): void {
  const network = new Network(engine.connect);
  const timeline = new Timeline(find("timeline", HTMLElement));
  const editor = new Editor(find("editor", HTMLElement), find("problems", HTMLOListElement),
    find("problem-count", HTMLElement));
  const choice = find("experiences", HTMLSelectElement);
  const status = find("connection", HTMLElement);
  const restart = find("restart", HTMLButtonElement);
  const reset = find("reset", HTMLButtonElement);
  const openFloor = find("open-floor", HTMLButtonElement);
  const pushPage = find("push-page", HTMLButtonElement);
  const hideBar = find("hide-bar", HTMLButtonElement);
  const files = new Files(engine, choice, editor, show);
  const handles = new LineHandles(editor, surface().height ?? 0);
  new Scrubber(editor);
  const outcomes = new OutcomePanel(engine, (recording, texts) => attempt("the differences", async () =>
    showDifferences(recording, await engine.differences(texts, recording))));
  let play: PlaygroundSession | undefined;

  /**
   * Opens a session with the editor's text, or with its last valid one.
   *
   * @param isInPlace - True to keep the lists' offsets and the focus.
   */
  async function start(isInPlace = false): Promise<void> {
    // Built-in experiences are sent as well: the engine may have a changed one of that name.
    const { text } = editor;
    const { experience, problems = [] } = await engine.apply(text);
    editor.show(problems);
    if (experience === undefined) {
      if (!play) showNotStarted();
      return;
    }
    restart.textContent = "Restart";
    // The former session is a recording now.
    compare();
    open(experience, text, isInPlace ? play?.restartState : undefined);
  }

  function open(experience: string, text: string, former?: RestartState): void {
    handles.finish();
    play?.close();
    timeline.clear();
    timeline.add({ kind: "connection", text: `new session of ${experience}` });
    const opened = play = new PlaygroundSession(
      find("screen", HTMLElement), experience,
      { url: engine.url, connect: network.connect }, timeline, handles, text, former);
    opened.onupdate = (update) => {
      if (update.kind === "state") showState(update.state);
      openFloor.hidden = !opened.has("floor");
      pushPage.hidden = !opened.has("navigation");
    };
    hideBar.textContent = "Hide the bar";
  }

  function showNotStarted(): void {
    status.textContent = "Not started";
    status.dataset.state = "ended";
  }

  function showState(state: SessionConnectionState): void {
    const words = stateWords(state);
    status.textContent = words;
    status.dataset.state = state.kind === "closed" ? "ended"
      : ["open", "resumed", "restarted", "draining"].includes(state.kind) ? "open" : "connecting";
    const bad = state.kind === "reconnecting" || (state.kind === "closed" && !!state.error);
    timeline.add({ kind: "connection", text: words.toLowerCase(), bad });
  }

  /** Runs an action; the timeline shows its failure. */
  function attempt(what: string, action: () => Promise<void>): void {
    action().catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      timeline.add({ kind: "connection", text: `${what} failed: ${reason}`, bad: true });
      if (play) return;
      showNotStarted();
      show({ state: "bad", text: `${what} failed: ${reason}` });
    });
  }

  const check = debounced(() => attempt("checking", async () => {
    const { text } = editor;
    const problems = await engine.check(text);
    // Ignores the answer about an outdated text.
    if (text === editor.text) editor.show(problems);
  }), 250);
  const keepInLink = debounced(() => attempt("the link", async () => {
    const { opened, isEdited } = files;
    const file = opened.kind === "builtIn" ? undefined : opened;
    const isPlain = !file && !isEdited;
    history.replaceState(null, "", isPlain ? location.pathname
      : await hash(isEdited ? editor.text : undefined, file));
  }), 1000);

  const compare = debounced(() =>
    outcomes.update({ saved: files.opened.text, edited: editor.text }), 150);

  /** Updates the buttons. */
  function update(): void {
    reset.hidden = !files.isEdited;
    updateSaving(files);
  }

  function edited(): void {
    update();
    handles.update();
    restart.textContent = "Restart with this";
    check();
    compare();
    keepInLink();
  }

  editor.onInput = edited;
  handles.onchange = debounced(() => attempt("starting", () => start(true)), 250);
  restart.addEventListener("click", () => attempt("starting", () => start()));
  reset.addEventListener("click", () => {
    editor.text = files.opened.text;
    edited();
  });
  choice.addEventListener("change", () => {
    const { kind, name } = files.opened;
    if (kind !== "builtIn" && files.isEdited && !confirm(`Discard the changes of ${name}?`)) {
      choice.value = name;
      return;
    }
    void files.open(choice.value);
  });
  files.onupdate = () => {
    update();
    compare();
    keepInLink();
  };
  acceptSaving(files, () => editor.text);
  find("editor", HTMLElement).addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey)) return;
    event.preventDefault();
    attempt("starting", () => start());
  });
  find("clear", HTMLButtonElement).addEventListener("click", () => timeline.clear());
  openFloor.addEventListener("click", () => play?.send({ floor: { command: "open" } }));
  pushPage.addEventListener("click", () => play?.push());
  hideBar.addEventListener("click", () => {
    const hidden = hideBar.textContent === "Hide the bar";
    play?.send({ bar: { hidden } });
    hideBar.textContent = hidden ? "Show the bar" : "Hide the bar";
  });
  find("cut", HTMLButtonElement).addEventListener("click", () =>
    network.cut(2000, () => play?.networkIsBack()));
  find("delay", HTMLInputElement).addEventListener("input", ({ target }) => {
    network.delay = Number((target as HTMLInputElement).value);
    find("delay-shown", HTMLOutputElement).textContent = `${network.delay} ms`;
  });
  find("download", HTMLButtonElement).addEventListener("click", () =>
    attempt("the trace", async () => {
      if (play) download(await engine.trace(play.id), `${play.id}.${engine.traceExtension}`);
    }));
  const copy = find("copy-link", HTMLButtonElement);
  copy.addEventListener("click", () => attempt("the link", async () => {
    const link = new URL(await hash(editor.text), location.href).href;
    if (files.opened.kind === "builtIn") history.replaceState(null, "", link);
    await navigator.clipboard.writeText(link);
    copy.textContent = "Link copied";
    setTimeout(() => { copy.textContent = "Copy link"; }, 2000);
  }));
  acceptTraces((trace) => engine.replay(trace), compare);

  fitPhone();

  attempt("loading", async () => {
    const text = await textOfLink(location.hash);
    const file = fileOfLink(location.hash);
    await files.begin(file?.name, text === undefined ? undefined : file?.version);
    if (text !== undefined) {
      editor.text = text;
      edited();
    }
    files.onopen = () => {
      edited();
      attempt("starting", () => start());
    };
    await start();
  });
}
