import type { YAMLNode } from "./yamlNodes";

/** A position in a text: a line and a column, each from 1; columns are Unicode scalars. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** The positions of offsets and of an experience's fields in a text. */
export class Positions {
  /** The offsets of the lines. */
  private readonly lines: readonly number[];

  /** @param root - The nodes of the text; undefined if it has a mistake. */
  constructor(private readonly text: string, private readonly root: YAMLNode | undefined) {
    const breaks = [...text.matchAll(/\r\n?|\n/g)];
    this.lines = [0, ...breaks.map((each) => each.index! + each[0]!.length)];
  }

  /** Returns the position of an offset in UTF-16 code units. */
  at(offset: number): Position {
    let [low, high] = [0, this.lines.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.lines[middle]! <= offset) low = middle;
      else high = middle;
    }
    // A byte order mark is not part of the text.
    const before = this.text.slice(this.lines[low], offset).replace(/^\uFEFF/, "");
    return { line: low + 1, column: [...before].length + 1 };
  }

  /**
   * Returns the position of a field, such as `toggles[0].threshold`; if the text lacks it, of its
   * nearest parent.
   */
  of(field: string): Position {
    let node = this.root;
    let start: number | undefined;
    for (const step of field.split(/[.[\]]+/).filter((each) => each !== "")) {
      const found = child(step, node);
      if (!found) break;
      [node, start] = found;
    }
    return start === undefined ? { line: 1, column: 1 } : this.at(start);
  }
}

/** Returns a child, and the offset that stands for it. */
function child(step: string, node: YAMLNode | undefined): [YAMLNode, number] | undefined {
  if (node?.kind === "mapping") {
    const entry = node.entries.find(({ key }) => key !== undefined && plain(key) === plain(step));
    return entry && [entry.value, entry.start];
  }
  const item = node?.kind === "sequence" && /^\d+$/.test(step) ? node.items[Number(step)] : undefined;
  return item && [item, item.start];
}

/** Returns the common form of a name's two spellings: `reduced_motion`, `reducedMotion`. */
function plain(name: string): string {
  return name.replace(/_/g, "").toLowerCase();
}
