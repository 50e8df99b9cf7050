import { find, make } from "../shared/dom";
import type { CountRow } from "./counts";
import { write } from "./sessionTable";

/** A variant of an experience. */
export interface ChosenVariant {
  readonly experience: string;
  readonly variant: string;
}

/** A table of the number of sessions by version or variant, with a column for each engine. */
export class CountTable {
  private readonly section: HTMLElement;
  private readonly table = make("table");
  /** The names of the shown rows and columns. */
  private shape = "";

  /**
   * @param id - The ID of the table's section, which is hidden while there are no rows.
   * @param title - The header of the names.
   * @param onchoose - Called when a name is chosen; without it, names cannot be chosen.
   */
  constructor(
    id: string, private readonly title: string,
    private readonly onchoose?: (row: ChosenVariant) => void,
  ) {
    this.section = find(id, HTMLElement);
    this.section.append(this.table);
  }

  /** @param chosen - The chosen row; undefined for none. */
  show(engines: readonly string[], rows: readonly CountRow[], chosen?: ChosenVariant): void {
    this.section.hidden = rows.length === 0;
    const columns = engines.length > 1 ? engines : [];
    // Rebuilt only if it has other rows or columns, to keep the focus.
    const shape = JSON.stringify([columns, rows.map(({ experience, name }) => [experience, name])]);
    if (shape !== this.shape) {
      this.shape = shape;
      this.table.replaceChildren(this.head(columns), this.body(columns, rows));
    }
    rows.forEach((row, index) => {
      const cells = [...(this.table.tBodies[0]?.rows[index]?.cells ?? [])].slice(2);
      const counts = [...columns.map((engine) => row.byEngine.get(engine) ?? 0), row.total];
      cells.forEach((cell, at) => write(cell, String(counts[at] ?? 0)));
      this.table.tBodies[0]?.rows[index]?.querySelector("button")?.setAttribute("aria-pressed",
        String(chosen?.experience === row.experience && chosen.variant === row.name));
    });
  }

  private head(columns: readonly string[]): HTMLElement {
    const names = ["Experience", this.title];
    return make("thead", {}, make("tr", {},
      ...names.map((name) => make("th", { scope: "col" }, name)),
      ...[...columns, "Total"].map((name) => make("th", { scope: "col", class: "number" }, name))));
  }

  private body(columns: readonly string[], rows: readonly CountRow[]): HTMLElement {
    return make("tbody", {}, ...rows.map(({ experience, name }) => make("tr", {},
      make("th", { scope: "row" }, experience), make("td", {}, this.nameOf(experience, name)),
      ...[...columns, ""].map(() => make("td", { class: "number" })))));
  }

  private nameOf(experience: string, name: string): Node {
    if (name === "") return make("span", { class: "soft" }, "none");
    const { onchoose } = this;
    if (!onchoose) return make("span", { class: "mono", title: name }, name.slice(0, 12));
    const click = () => onchoose({ experience, variant: name });
    return make("button", { type: "button", click }, name);
  }
}
