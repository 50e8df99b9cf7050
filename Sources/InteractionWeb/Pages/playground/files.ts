import { make } from "../shared/dom";
import type { Editor } from "./editor";
import type { Experience, Listing, PlaygroundEngine } from "./engine";
import type { Notice } from "./notice";
import { afterDiskCheck, openedFile } from "./opened";
import type { OpenedExperience } from "./opened";

/** The polling interval for changes on disk, ms. */
const interval = 1000;

/** The experiences to choose from: the built-in ones, and the files of the user's folder. */
export class Files {
  /** Called when the editor has another text. */
  onopen: () => void = () => {};
  /** Called when saving becomes possible or impossible. */
  onupdate: () => void = () => {};
  private state: OpenedExperience = { kind: "builtIn", name: "", text: "" };
  private listing: Listing = { files: [] };
  private builtIn: readonly Experience[] = [];
  private last: Promise<void> = Promise.resolve();

  constructor(
    private readonly engine: PlaygroundEngine, private readonly choice: HTMLSelectElement,
    private readonly editor: Editor,
    private readonly show: (notice: Notice | undefined) => void
  ) {}

  get opened(): OpenedExperience {
    return this.state;
  }

  get isEdited(): boolean {
    return this.editor.text !== this.state.text;
  }

  /** True if the text is downloaded, since there is no folder. */
  get savesByDownload(): boolean {
    return this.engine.savesByDownload;
  }

  /** The folder in which files are saved; undefined if they cannot be. */
  get folder(): string | undefined {
    return this.listing.unwritable === undefined ? this.listing.folder : undefined;
  }

  /**
   * Opens a file; by default the folder's first, or a built-in experience.
   *
   * @param version - The version that the editor's text is based on; by default the newest.
   */
  async begin(file?: string, version?: string): Promise<void> {
    [this.builtIn, this.listing] = await Promise.all([
      this.engine.experiences(), this.engine.files(),
    ]);
    const names = this.listing.files.map(({ name }) => name);
    const home = this.builtIn.find(({ name }) => name === "home-refined") ?? this.builtIn[0];
    const first = file && names.includes(file) ? file : names[0];
    this.showNotice(undefined);
    if (first !== undefined) await this.inTurn(() => this.load(first, version));
    if (this.state.name === "") await this.load(home?.name ?? "");
    if (this.listing.folder !== undefined) setInterval(() => this.checkDisk(), interval);
  }

  /** Opens an experience or a file in the editor. */
  open(name: string): Promise<void> {
    return this.inTurn(async () => {
      await this.load(name);
      this.showNotice(undefined);
    });
  }

  /** Saves the editor's text to the opened file, or to another one. */
  save(name = this.state.name): Promise<void> {
    const { state } = this;
    const isSame = state.kind !== "builtIn" && name === state.name;
    return this.replace(name, isSame ? state.version : undefined);
  }

  /** @param former - The version that the text replaces; undefined for a new file. */
  private replace(name: string, former: string | undefined): Promise<void> {
    return this.inTurn(async () => {
      const { text } = this.editor;
      const lineEnd = this.state.kind === "builtIn" ? "\n" : this.state.lineEnd;
      const written = text.replace(/\n/g, lineEnd);
      const answer = await this.engine.save({ name, text: written, version: former });
      switch (answer.kind) {
        case "saved":
          this.listing = await this.engine.files();
          this.set({ kind: "file", name, text, version: answer.version, lineEnd });
          this.showNotice({ state: "good", text: `Saved ${name}.` });
          break;
        case "mistakes": {
          this.editor.show(answer.problems);
          const [first] = answer.problems;
          const place = first ? `${first.line}:${first.column} ${first.field} ${first.message}` : "";
          this.showNotice({ state: "bad", text: `${name} was not saved: ${place}` });
          break;
        }
        case "changed": this.refuse(name, answer.version); break;
      }
    });
  }

  /** Handles a save for which the version on disk is not the one to replace. */
  private refuse(name: string, found: string | undefined): void {
    const { state } = this;
    if (state.kind !== "builtIn" && name === state.name) {
      this.set({ ...state, kind: "changedFile", found });
      return this.sayChanged();
    }
    this.showNotice({
      state: "bad", text: `${name} already exists.`,
      actions: [["Overwrite", () => void this.replace(name, found)]],
    });
  }

  private sayChanged(): void {
    if (this.state.kind !== "changedFile") return;
    const { name, found } = this.state;
    const overwrite = () => void this.replace(name, found);
    this.showNotice(found === undefined
      ? { state: "bad", text: `${name} was deleted on disk.`, actions: [["Save it again", overwrite]] }
      : {
        state: "bad", text: `${name} has changed on disk since it was opened.`,
        actions: [["Reload", () => void this.open(name)], ["Overwrite", overwrite]],
      });
  }

  /** Checks the folder and the opened file for changes. */
  private checkDisk(): void {
    if (document.hidden) return;
    void this.inTurn(async () => {
      const listing = await this.engine.files().catch(() => undefined);
      if (!listing) return;
      const isSame = JSON.stringify(listing) === JSON.stringify(this.listing);
      this.listing = listing;
      if (!isSame) this.set(this.state);
      await this.updateOpened();
    });
  }

  private async updateOpened(): Promise<void> {
    const { state } = this;
    const listed = this.listing.files.find(({ name }) => name === state.name);
    // Ignores a file that is temporarily unreadable.
    if (state.kind === "builtIn" || (listed && listed.version === undefined)) return;
    const next = afterDiskCheck(state, listed?.version, this.isEdited);
    if (next === "reload") {
      await this.load(state.name);
      this.showNotice({ state: "good", text: `${state.name} has changed on disk and was reloaded.` });
    } else if (next !== state) {
      this.set(next);
      if (next.kind === "changedFile") this.sayChanged();
      else this.showNotice(undefined);
    }
  }

  private async load(name: string, version?: string): Promise<void> {
    const builtIn = this.builtIn.find((each) => each.name === name);
    const opened: OpenedExperience = builtIn
      ? { kind: "builtIn", name, text: builtIn.yaml } : openedFile(await this.engine.open(name));
    this.editor.text = opened.text;
    this.set(opened.kind === "file" && version ? { ...opened, version } : opened);
    this.onopen();
  }

  private set(opened: OpenedExperience): void {
    this.state = opened;
    const option = (name: string) => new Option(name, name);
    const names = new Set(this.listing.files.map(({ name }) => name));
    if (opened.kind !== "builtIn") names.add(opened.name);
    const builtIn = this.builtIn.map(({ name }) => option(name));
    this.choice.replaceChildren(...(this.listing.folder === undefined ? builtIn : [
      make("optgroup", { label: `Files of ${this.listing.folder}` }, ...[...names].map(option)),
      make("optgroup", { label: "Built in" }, ...builtIn),
    ]));
    this.choice.value = opened.name;
    this.onupdate();
  }

  /** Shows a notice; by default the reason why files cannot be saved. */
  private showNotice(notice: Notice | undefined): void {
    const { folder, unwritable } = this.listing;
    const hint = folder === undefined
      ? this.engine.savingHint
      : unwritable && `Files cannot be saved: ${unwritable}`;
    this.show(notice ?? (hint ? { state: "hint", text: hint } : undefined));
  }

  /** Runs actions serially: a check between a save and its answer would find a change. */
  private inTurn(action: () => Promise<void>): Promise<void> {
    this.last = this.last.then(action).catch((error: unknown) => {
      this.choice.value = this.state.name;
      this.showNotice({ state: "bad", text: error instanceof Error ? error.message : String(error) });
    });
    return this.last;
  }
}
