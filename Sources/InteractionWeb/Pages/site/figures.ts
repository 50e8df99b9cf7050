import type { Directive, Setting } from "../../Client/src/contract/messages";
import type { EncodedDirective } from "./encodedDirective";

/** The values of figures by name; an absent one is 0. */
export type FigureValues = Readonly<Record<string, number>>;

/** The figures that every experience may have, in the order of reports. */
export const named = [
  "rockets", "sessions_with_rocket", "floors_opened", "floors_tipped", "floor_refusals",
  "tap_refusals", "tab_selections", "pages", "directives",
];

/** Counts the figures of one session from its settings at the opening and its directives. */
export class FigureCounter {
  private readonly counts: Record<string, number> = {};
  private readonly looks = new Map<string, string | undefined>();
  private floor: string | undefined;
  private tab: number | undefined;

  constructor(settings: readonly Setting[]) {
    for (const setting of settings) this.show(setting, false);
  }

  get values(): FigureValues {
    return { ...this.counts };
  }

  count(directives: readonly EncodedDirective[]): void {
    for (const { directive } of directives) {
      const { replacesAll, settings = [], effects = [] } = directive;
      this.add("directives");
      this.add(`directives_${label(directive)}`);
      if (addsPage(directive)) this.add("pages");
      for (const { refusal } of effects) {
        if (refusal?.selectTab !== undefined) this.add("tap_refusals");
        if (refusal?.floor !== undefined) this.add("floor_refusals");
      }
      for (const setting of settings) this.show(setting, !replacesAll);
    }
  }

  private show({ toggle, selection, floor }: Setting, isChange: boolean): void {
    if (toggle) {
      const { id = "", look } = toggle;
      const isRocket = look === "above" && this.looks.get(id) !== "above";
      this.looks.set(id, look);
      if (isChange && isRocket) {
        this.add("rockets");
        this.counts.sessions_with_rocket = 1;
      }
    }
    if (selection) {
      const { selected = 0 } = selection;
      if (isChange && selected !== this.tab) this.add("tab_selections");
      this.tab = selected;
    }
    if (floor) {
      if (isChange && floor.phase !== this.floor) {
        if (floor.phase === "opening") this.add("floors_opened");
        if (floor.phase === "tip") this.add("floors_tipped");
      }
      this.floor = floor.phase;
    }
  }

  private add(name: string): void {
    this.counts[name] = (this.counts[name] ?? 0) + 1;
  }
}

/** Returns whether a directive starts a change that adds a page, and does not revert one. */
function addsPage({ settings = [], timeline }: Directive): boolean {
  // A selection that exchanges the tabs' pages starts none.
  if (settings[0]?.selection) return false;
  const { phase, change, pages = [] } =
    settings.find(({ navigation }) => navigation)?.navigation ?? {};
  const top = pages[pages.length - 1];
  // A change without duration is idle at once, but has a timeline.
  return (phase === "running" || phase === "idle" && timeline !== undefined)
    && (change?.operation === "push" || change?.operation === "present")
    && top?.route === change.route && top?.style === change.style;
}

/** Returns the label of a directive in metrics: that of its first effect, if it has one. */
function label({ replacesAll, effects = [], timeline }: Directive): string {
  if (replacesAll) return "snapshot";
  const effect = Object.keys(effects[0] ?? {})[0];
  return effect ? snakeCase(effect) : timeline ? "animate" : "set";
}

/** Returns a field's name as the contract has it. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
