import { make } from "../shared/dom";
import type { Editor, TextChange } from "./editor";
import { numberLiteral, written } from "./numberLiteral";
import type { NumberLiteral } from "./numberLiteral";
import { followPointer } from "./pointerDrag";
import { plainText, scalarAt } from "../definition/yamlNodes";
import { parsedYAML } from "../definition/yamlText";

/** The distance of a pointer for a step, px. */
const stepDistance = 3;

/** A number of the text. */
interface FoundNumber {
  readonly start: number;
  readonly literal: NumberLiteral;
}

/** A change of a number by steps. */
interface NumberChange extends FoundNumber {
  readonly change: TextChange;
  steps: number;
}

/** Changes the numbers of the text by Alt-drags, and by Alt with the arrow keys at the caret. */
export class Scrubber {
  private readonly label = make("output", { class: "scrub-step", hidden: true });
  /** The change by a key that is down. */
  private held: NumberChange | undefined;

  constructor(private readonly editor: Editor) {
    const { area } = editor;
    area.parentElement?.append(this.label);
    area.addEventListener("pointerdown", (event) => {
      if (event.altKey && event.button === 0) this.drag(event);
    });
    // Only this keeps the selection.
    area.addEventListener("mousedown", (event) => {
      if (event.altKey && !this.label.hidden) event.preventDefault();
    });
    area.addEventListener("pointermove", ({ altKey, clientX, clientY, buttons }) => {
      if (buttons > 0) return;
      const isNumber = altKey && this.at(editor.numberAt(clientX, clientY));
      area.style.cursor = isNumber ? "ew-resize" : "";
    });
    area.addEventListener("keydown", (event) => this.press(event));
    area.addEventListener("keyup", ({ key }) => {
      if (key.startsWith("Arrow")) this.release(true);
    });
    area.addEventListener("blur", () => this.release(true));
  }

  private drag(event: PointerEvent): void {
    const number = this.at(this.editor.numberAt(event.clientX, event.clientY));
    if (!number) return;
    this.release(true);
    this.editor.area.focus({ preventScroll: true });
    const scrubbed: NumberChange = { ...number, change: this.editor.change(), steps: 0 };
    let { clientX } = event;
    const show = (latest: PointerEvent) => {
      const factor = latest.shiftKey ? 10 : 1;
      const moved = Math.trunc((latest.clientX - clientX) / stepDistance);
      clientX += moved * stepDistance;
      this.step(scrubbed, moved * factor);
      const step = written(scrubbed.literal, scrubbed.literal.step * factor);
      this.label.textContent = `${this.text(scrubbed)}, step ${step}`;
      this.place(latest);
    };
    this.label.hidden = false;
    show(event);
    followPointer(event, show, (isKept) => {
      this.label.hidden = true;
      scrubbed.change.end(isKept);
    });
  }

  /** Moves the label beside the pointer, within the editor. */
  private place({ clientX, clientY }: PointerEvent): void {
    const { left, top, width, height } = this.editor.area.getBoundingClientRect();
    const within = (at: number, most: number) => `${Math.max(0, Math.min(at, most))}px`;
    const { style, offsetWidth, offsetHeight } = this.label;
    style.left = within(clientX - left + 14, width - offsetWidth);
    style.top = within(clientY - top + 16, height - offsetHeight);
  }

  private press(event: KeyboardEvent): void {
    const { key, altKey, shiftKey } = event;
    if (key === "Escape" && this.held) {
      event.preventDefault();
      this.release(false);
    }
    if (!altKey || (key !== "ArrowUp" && key !== "ArrowDown")) return;
    const { area } = this.editor;
    const number = this.held ?? this.at(area.selectionStart);
    if (!number) return;
    event.preventDefault();
    this.held ??= { ...number, change: this.editor.change(), steps: 0 };
    this.step(this.held, (key === "ArrowUp" ? 1 : -1) * (shiftKey ? 10 : 1));
  }

  private release(isKept: boolean): void {
    const { held } = this;
    this.held = undefined;
    held?.change.end(isKept);
  }

  private step(scrubbed: NumberChange, steps: number): void {
    if (steps === 0) return;
    scrubbed.steps += steps;
    const { start, literal: { text } } = scrubbed;
    scrubbed.change.show({ start, end: start + text.length, text: this.text(scrubbed) });
  }

  private text({ literal, steps }: NumberChange): string {
    const value = literal.value + steps * literal.step;
    // No length of time is negative.
    return written(literal, literal.unit.endsWith("s") ? Math.max(value, 0) : value);
  }

  /** Returns the number at an offset of the text. */
  private at(offset: number | undefined): FoundNumber | undefined {
    if (offset === undefined) return undefined;
    const { text } = this.editor;
    const scalar = scalarAt(parsedYAML(text).root, offset);
    const literal = numberLiteral(plainText(scalar));
    // A colour of digits is no number.
    const isColor = /color"?:\s*$/i.test(text.slice(0, scalar?.start));
    return scalar && literal && !isColor ? { start: scalar.start, literal } : undefined;
  }
}
