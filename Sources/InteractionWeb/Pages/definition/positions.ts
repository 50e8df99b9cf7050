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
    const breaks = [...text.matchAll(/\r\n|[\n\r\x85\u2028\u2029]/g)];
    // With the line of the end, which follows a last line without a break.
    this.lines = [0, ...breaks.map((each) => each.index! + each[0]!.length), text.length + 1];
  }

  /** Returns the position of an offset in UTF-16 code units. */
  at(offset: number): Position {
    let [low, high] = [0, this.lines.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.lines[middle]! <= offset) low = middle;
      else high = middle;
    }
    const before = this.text.slice(this.lines[low], offset);
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
    const name = plain(step);
    const alike = node.entries.filter(({ key }) => key !== undefined && plain(key) === name);
    // The last one of duplicates; both spellings are different keys here.
    const [entry] = [...new Map(alike.map((each) => [each.key, each])).values()]
      .sort((a, b) => a.start - b.start);
    return entry && [entry.value, entry.start];
  }
  if (node?.kind !== "sequence" || !/^\d+$/.test(step)) return undefined;
  const item = node.items[Number(step)];
  return item && [item, item.start];
}

/** Returns the common form of a name's two spellings: `reduced_motion`, `reducedMotion`. */
function plain(name: string): string {
  return name.replace(/_/g, "").toLowerCase();
}
