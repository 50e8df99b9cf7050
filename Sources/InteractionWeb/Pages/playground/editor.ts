import { make } from "../shared/dom";
import type { TextEdit } from "./lineFields";
import { highlighted } from "./yaml";

/** An error or a warning about the text. */
export interface Problem {
  readonly severity: "error" | "warning";
  /** The line, from 1; 0 if unknown. */
  readonly line: number;
  readonly column: number;
  /** The field in the experience, such as `toggles[0].threshold`. */
  readonly field: string;
  readonly message: string;
}

/** A change of the text that is shown at once, and written as one edit that can be undone. */
export interface TextChange {
  /** Shows the text with an edit in place of the former one. */
  show(edit: TextEdit): void;
  /** Writes the shown text, or takes it back. */
  end(isKept: boolean): void;
}

/** A YAML editor with line numbers, highlighting, and problems at their lines. */
export class Editor {
  /** Called after each edit of the user, also while a change is shown. */
  onInput: () => void = () => {};
  readonly area = make("textarea", {
    class: "code", spellcheck: "false", autocapitalize: "off", autocomplete: "off", wrap: "off",
    "aria-label": "The experience, as YAML", "aria-describedby": "problems",
  });
  private readonly colours = make("pre", { class: "code colours", "aria-hidden": "true" });
  private readonly numbers = make("pre", { class: "code numbers", "aria-hidden": "true" });
  private lines: string[] = [];
  /** The change that is shown; the text area has the text before it. */
  private current: TextChange | undefined;
  private shown: string | undefined;

  /**
   * @param place - The editor's container.
   * @param list - The list of problems, with links to their lines.
   * @param summary - The number of problems.
   */
  constructor(
    place: HTMLElement, private readonly list: HTMLElement, private readonly summary: HTMLElement
  ) {
    place.append(make("div", { class: "gutter" }, this.numbers),
      make("div", { class: "sheet" }, this.colours, this.area));
    this.area.addEventListener("input", () => this.edited());
    this.area.addEventListener("scroll", () => {
      const { scrollLeft, scrollTop } = this.area;
      this.colours.style.transform = `translate(${-scrollLeft}px, ${-scrollTop}px)`;
      this.numbers.style.transform = `translateY(${-scrollTop}px)`;
    }, { passive: true });
  }

  /** The text as shown. */
  get text(): string {
    return this.shown ?? this.area.value;
  }

  set text(text: string) {
    this.area.value = text;
    this.forgetChange();
    this.draw();
    this.area.scrollTo(0, 0);
  }

  /**
   * Begins a change. The text area keeps its text and so its history until the change ends; any
   * other edit takes the change back.
   */
  change(): TextChange {
    this.current?.end(true);
    let edit: TextEdit | undefined;
    const change: TextChange = {
      show: (next) => {
        if (this.current !== change) return;
        edit = next;
        const { value } = this.area;
        this.shown = value.slice(0, next.start) + next.text + value.slice(next.end);
        this.draw();
        this.onInput();
      },
      end: (isKept) => {
        if (this.current !== change) return;
        const isChanged = this.text !== this.area.value;
        const isShown = this.shown !== undefined;
        this.forgetChange();
        if (isKept && isChanged && edit) this.replace(edit);
        else if (isShown) this.edited();
      },
    };
    this.current = change;
    return change;
  }

  /** Undoes or repeats an edit, wherever the focus is. */
  undo(isRedo: boolean): void {
    this.withFocus(() => document.execCommand(isRedo ? "redo" : "undo"));
  }

  /** Returns the offset of the number at a point of the window. */
  numberAt(x: number, y: number): number | undefined {
    const { top = 0, height = 1 } = this.colours.firstElementChild?.getBoundingClientRect() ?? {};
    const line = Math.floor((y - top) / height);
    const row = this.colours.children[line];
    for (const token of row?.querySelectorAll(".number") ?? []) {
      const { left, right } = token.getBoundingClientRect();
      if (x < left || x > right) continue;
      const before = document.createRange();
      before.setStart(row!, 0);
      before.setEndBefore(token);
      return this.startOf(line) + before.toString().length;
    }
    return undefined;
  }

  /** Shows the problems of the text. */
  show(problems: readonly Problem[]): void {
    const errors = problems.filter((each) => each.severity === "error");
    const warnings = problems.filter((each) => each.severity === "warning");
    const wrong = new Set(errors.map((each) => each.line));
    const doubtful = new Set(warnings.map((each) => each.line));
    for (const rows of [this.numbers.children, this.colours.children]) {
      [...rows].forEach((row, index) => {
        row.classList.toggle("wrong", wrong.has(index + 1));
        row.classList.toggle("doubtful", !wrong.has(index + 1) && doubtful.has(index + 1));
      });
    }
    this.area.setAttribute("aria-invalid", String(errors.length > 0));
    this.list.replaceChildren(...[...errors, ...warnings].map((each) => this.item(each)));
    this.summary.textContent = [counted(errors.length, "problem"), counted(warnings.length, "warning")]
      .filter((each) => each !== "").join(", ") || "No problems";
    this.summary.dataset.state = errors.length > 0 ? "ended"
      : warnings.length > 0 ? "connecting" : "open";
  }

  private item(problem: Problem): HTMLElement {
    const place = problem.line > 0 ? `${problem.line}:${problem.column} ` : "";
    const field = problem.field === "" ? "" : `${problem.field} `;
    const { severity } = problem;
    const label = severity === "warning" ? "warning: " : "";
    return make("li", { "data-severity": severity },
      make("button", { type: "button", click: () => this.goTo(problem) },
        make("span", { class: "soft" }, place + label), make("strong", {}, field), problem.message));
  }

  private goTo(problem: Problem): void {
    const line = Math.max(problem.line, 1);
    const before = this.startOf(line - 1);
    const start = before + Math.max(problem.column - 1, 0);
    this.area.focus();
    this.area.setSelectionRange(start, before + (this.lines[line - 1]?.length ?? 0));
    const height = this.area.scrollHeight / Math.max(this.lines.length, 1);
    this.area.scrollTop = Math.max(0, (line - 4) * height);
  }

  private edited(): void {
    this.forgetChange();
    this.draw();
    this.onInput();
  }

  private forgetChange(): void {
    this.current = undefined;
    this.shown = undefined;
  }

  /** Replaces a range as typing does, so that it can be undone, and keeps the selection. */
  private replace({ start, end, text }: TextEdit): void {
    const { area } = this;
    const moved = (at: number) => at >= end ? at + text.length - (end - start)
      : Math.min(at, start + text.length);
    const selection = [moved(area.selectionStart), moved(area.selectionEnd)] as const;
    this.withFocus(() => {
      area.setSelectionRange(start, end);
      if (!document.execCommand("insertText", false, text)) {
        area.setRangeText(text);
        this.edited();
      }
      area.setSelectionRange(...selection);
    });
  }

  /** Runs an action with the focus on the text area, which must not scroll. */
  private withFocus(action: () => void): void {
    const { area } = this;
    const { scrollLeft, scrollTop } = area;
    const former = document.activeElement;
    // Keeps the keyboard of a phone away.
    area.inputMode = "none";
    area.focus({ preventScroll: true });
    action();
    if (former instanceof HTMLElement && former !== area) former.focus({ preventScroll: true });
    area.inputMode = "";
    area.scrollTo(scrollLeft, scrollTop);
  }

  /** Returns the offset of a line, counted from 0. */
  private startOf(line: number): number {
    return this.lines.slice(0, line).reduce((sum, each) => sum + each.length + 1, 0);
  }

  /** Redraws the changed lines. */
  private draw(): void {
    const lines = this.text.split("\n");
    lines.forEach((line, index) => {
      if (line === this.lines[index] && this.colours.children[index]) return;
      const row = make("div", {}, ...highlighted(line).map(([kind, text]) =>
        kind === "" ? text : make("span", { class: kind }, text)), "\n");
      const former = this.colours.children[index];
      if (former) former.replaceWith(row);
      else this.colours.append(row);
      if (!this.numbers.children[index]) this.numbers.append(make("div", {}, `${index + 1}\n`));
    });
    for (const part of [this.colours, this.numbers]) {
      while (part.childElementCount > lines.length) part.lastElementChild?.remove();
    }
    this.lines = lines;
  }
}

function counted(count: number, name: string): string {
  return count === 0 ? "" : count === 1 ? `1 ${name}` : `${count} ${name}s`;
}
