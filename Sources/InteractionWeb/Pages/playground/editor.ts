import { make } from "../shared/dom";
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

/** A YAML editor with line numbers, highlighting, and problems at their lines. */
export class Editor {
  /** Called after each edit of the user. */
  onInput: () => void = () => {};
  private readonly area = make("textarea", {
    class: "code", spellcheck: "false", autocapitalize: "off", autocomplete: "off", wrap: "off",
    "aria-label": "The experience, as YAML", "aria-describedby": "problems",
  });
  private readonly colours = make("pre", { class: "code colours", "aria-hidden": "true" });
  private readonly numbers = make("pre", { class: "code numbers", "aria-hidden": "true" });
  private lines: string[] = [];

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
    this.area.addEventListener("input", () => {
      this.draw();
      this.onInput();
    });
    this.area.addEventListener("scroll", () => {
      const { scrollLeft, scrollTop } = this.area;
      this.colours.style.transform = `translate(${-scrollLeft}px, ${-scrollTop}px)`;
      this.numbers.style.transform = `translateY(${-scrollTop}px)`;
    }, { passive: true });
  }

  /** The text. */
  get text(): string {
    return this.area.value;
  }

  set text(text: string) {
    this.area.value = text;
    this.draw();
    this.area.scrollTo(0, 0);
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
    const before = this.lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
    const start = before + Math.max(problem.column - 1, 0);
    this.area.focus();
    this.area.setSelectionRange(start, before + (this.lines[line - 1]?.length ?? 0));
    const height = this.area.scrollHeight / Math.max(this.lines.length, 1);
    this.area.scrollTop = Math.max(0, (line - 4) * height);
  }

  /** Redraws the changed lines. */
  private draw(): void {
    const lines = this.area.value.split("\n");
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
