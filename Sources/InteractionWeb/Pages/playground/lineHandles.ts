import type { TriggerLines } from "../../Client/src/contract/messages";
import type { MarkedLine } from "../shared/appLists";
import type { Editor, TextChange } from "./editor";
import { fieldValue, lineFields, offsetOf, pathOf } from "./lineFields";
import type { FieldValue, LineField } from "./lineFields";
import { followPointer } from "./pointerDrag";
import { parsedYAML } from "../definition/yamlText";
import type { YAMLText } from "../definition/yamlText";

/** The steps of the keys that change a value. */
const keys: { readonly [key: string]: number } = {
  ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1, PageUp: 10, PageDown: -10,
};

/** A line whose handle changes a field. */
interface HandledLine extends MarkedLine {
  readonly field: LineField;
  /** The field's value in the text; undefined if the text has none that can be changed. */
  value: FieldValue | undefined;
}

/** A change of a field by a line. */
interface LineChange {
  readonly value: FieldValue;
  readonly change: TextChange;
  current: number;
}

/** The handles of the phone's trigger lines: sliders that change the fields of the text. */
export class LineHandles {
  /** Called after a handle has changed the text. */
  onchange: () => void = () => {};
  private text: YAMLText = parsedYAML("");
  private fields = new Map<string, ReadonlyMap<number, LineField>>();
  private lines: HandledLine[] = [];
  private held: LineChange | undefined;
  private finishDrag: ((isKept: boolean) => void) | undefined;

  /** @param height - The surface's height, pt. */
  constructor(private readonly editor: Editor, private readonly height: number) {}

  /** The path of the field whose handle has the focus. */
  get focused(): string | undefined {
    const line = this.lines.find(({ label }) => label === document.activeElement);
    return line && pathOf(line.field);
  }

  /** Finds the fields of a session's lines in the text that it was opened with. */
  read(lines: readonly TriggerLines[], text: string): void {
    this.fields = new Map(lines.map((each) =>
      [each.source ?? "", lineFields(parsedYAML(text), each, this.height)]));
  }

  /** Returns whether a line shows a field. */
  has(source: string, offset: number): boolean {
    return this.fields.get(source)?.has(offset) ?? false;
  }

  /** Moves the focus to the handle of a field, unless something else has it. */
  focus(path: string | undefined): void {
    if (document.activeElement !== document.body) return;
    this.lines.find(({ field }) => pathOf(field) === path)?.label.focus({ preventScroll: true });
  }

  /** Gives the lines of a session their handles. */
  attach(lines: readonly MarkedLine[]): void {
    this.finish();
    this.lines = [];
    for (const marked of lines) {
      const field = this.fields.get(marked.source)?.get(marked.offset);
      if (!field) continue;
      const line: HandledLine = { ...marked, field, value: undefined };
      this.lines.push(line);
      this.prepare(line);
    }
    this.update();
  }

  /** Moves the lines to the values of the text. */
  update(): void {
    const { text } = this.editor;
    if (text !== this.text.text) this.text = parsedYAML(text);
    for (const line of this.lines) this.show(line);
  }

  /** Ends a change that goes on, and keeps it. */
  finish(): void {
    this.finishDrag?.(true);
    this.release(true);
  }

  private prepare(line: HandledLine): void {
    const { node, label, field } = line;
    const name = `${field.parent[1] ?? ""} ${field.name.replace(/_/g, " ")}`.trim();
    node.classList.add("handled");
    node.removeAttribute("aria-hidden");
    const attributes = {
      role: "slider", tabindex: "0", "aria-orientation": "vertical",
      "aria-label": field.shift < 0 ? `${name}, lower line` : name,
    };
    for (const [key, value] of Object.entries(attributes)) label.setAttribute(key, value);
    // The list below must not take part.
    for (const type of ["touchstart", "mousedown"]) {
      node.addEventListener(type, (event) => event.stopPropagation());
    }
    // A press beside the label would move the focus to the list.
    node.addEventListener("mousedown", (event) => event.preventDefault());
    node.addEventListener("pointerdown", (event) => {
      if (event.button === 0) this.drag(event, line);
    });
    label.addEventListener("keydown", (event) => this.press(event, line));
    label.addEventListener("keyup", ({ key }) => {
      if (key in keys) this.release(true);
    });
    label.addEventListener("blur", () => this.release(true));
  }

  private show(line: HandledLine): void {
    const { node, label, field } = line;
    const value = line.value = fieldValue(this.text, field, this.height);
    node.classList.toggle("fixed", !value);
    label.setAttribute("aria-disabled", String(!value));
    if (!value) {
      label.title = this.text.root ? `The text has no number at ${pathOf(field)}.`
        : "The text has a mistake, or a form of YAML that only the editor can change.";
      return;
    }
    const { literal, scale, limits: [minimum, maximum] } = value;
    const offset = Math.abs(offsetOf(field, literal.value, scale));
    node.style.top = `${offset}px`;
    const [former, next] = [rounded(Math.abs(line.offset)), rounded(offset)];
    // The session decides by its own text until it restarts.
    label.textContent = (field.isPull ? `${field.name.split("_")[0]} ` : "")
      + (next === former ? `${next} pt` : `${former} → ${next} pt`);
    label.title = `${pathOf(field)}: drag it, or use the arrow keys`;
    label.setAttribute("aria-valuenow", String(literal.value));
    label.setAttribute("aria-valuemin", String(minimum));
    label.setAttribute("aria-valuemax", String(maximum));
    label.setAttribute("aria-valuetext",
      scale === 1 ? `${next} pt` : `${literal.value} heights, ${next} pt`);
  }

  private drag(event: PointerEvent, line: HandledLine): void {
    this.finish();
    const { node, label } = line;
    label.focus({ preventScroll: true });
    const change = this.begin(line);
    if (!change) return;
    const { literal, scale } = change.value;
    const pixels = node.getBoundingClientRect().width / node.offsetWidth || 1;
    this.finishDrag = followPointer(event, ({ clientY }) => {
      this.set(change, literal.value + (clientY - event.clientY) / pixels / scale);
    }, (isKept) => {
      this.finishDrag = undefined;
      this.end(change, isKept);
    });
  }

  private press(event: KeyboardEvent, line: HandledLine): void {
    const { key, shiftKey } = event;
    const steps = keys[key];
    if (key === "Escape" && this.held) {
      this.release(false);
    } else if ((event.ctrlKey || event.metaKey) && key.toLowerCase() === "z") {
      this.editor.undo(shiftKey);
      this.onchange();
    } else if (steps !== undefined && !this.finishDrag) {
      this.held ??= this.begin(line);
      if (this.held) {
        const { value, current } = this.held;
        this.set(this.held, current + steps * (shiftKey ? 10 : 1) * value.step);
      }
    } else return;
    event.preventDefault();
    // Keys scroll the list.
    event.stopPropagation();
  }

  private begin(line: HandledLine): LineChange | undefined {
    const { value } = line;
    return value && { value, change: this.editor.change(), current: value.literal.value };
  }

  private set(change: LineChange, wanted: number): void {
    const { value: { limits: [minimum, maximum], step, literal, edit }, current } = change;
    const value = wanted === literal.value ? wanted
      : Math.min(Math.max(Math.round(wanted / step) * step, minimum), maximum);
    change.current = value;
    if (value !== current) change.change.show(edit(value));
  }

  private release(isKept: boolean): void {
    const { held } = this;
    this.held = undefined;
    if (held) this.end(held, isKept);
  }

  private end({ change, current, value }: LineChange, isKept: boolean): void {
    change.end(isKept);
    if (isKept && current !== value.literal.value) this.onchange();
  }
}

function rounded(length: number): number {
  return Math.round(length * 10) / 10;
}
