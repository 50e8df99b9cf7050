/** A node of a YAML text, with its range in UTF-16 code units. */
export type YAMLNode = YAMLScalar | YAMLMapping | YAMLSequence;

interface TextRange {
  readonly start: number;
  readonly end: number;
}

export interface YAMLScalar extends TextRange {
  readonly kind: "scalar";
  /** The plain text; undefined for quoted, block and multi-line scalars. Empty for no value. */
  readonly plain: string | undefined;
  /** The content of a scalar on one line. */
  readonly content: string;
}

export interface YAMLMapping extends TextRange {
  readonly kind: "mapping";
  readonly isFlow: boolean;
  readonly entries: readonly YAMLEntry[];
}

export interface YAMLEntry {
  readonly key: string;
  /** The start of the key, at its quote if it has one. */
  readonly start: number;
  readonly value: YAMLNode;
}

export interface YAMLSequence extends TextRange {
  readonly kind: "sequence";
  readonly items: readonly YAMLNode[];
}

export interface YAMLText {
  readonly text: string;
  /**
   * The root; undefined if the text has a mistake, or a form that experiences do not use: anchors,
   * aliases, tags, complex keys, several documents.
   */
  readonly root: YAMLNode | undefined;
}

/** Finds the nodes of a text. */
export function scanned(text: string): YAMLText {
  try {
    return { text, root: new Scanner(text).document() };
  } catch {
    return { text, root: undefined };
  }
}

/** Returns the scalar that contains an offset. */
export function scalarAt(node: YAMLNode | undefined, offset: number): YAMLScalar | undefined {
  if (!node || offset < node.start || offset > node.end) return undefined;
  if (node.kind === "scalar") return node;
  const children = node.kind === "mapping" ? node.entries.map(({ value }) => value) : node.items;
  for (const child of children) {
    const found = scalarAt(child, offset);
    if (found) return found;
  }
  return undefined;
}

/** None of them backtracks over a long run of blanks more than once. */
const patterns = {
  /** Blank space, line breaks and comments. */
  gap: /(?:\s+|(?<=\s|^)#.*)*/my,
  lineEnd: /[ \t]*(?:(?<=\s)#.*)?$/my,
  dash: /-(?=\s|$)/my,
  quoted: /"(?:[^"\\\n]|\\.)*"|'(?:[^'\n]|'')*'/y,
  quotedKey: /("(?:[^"\\\n]|\\.)*"|'(?:[^'\n]|'')*')[ \t]*:(?=\s|$)/y,
  plainKey: /((?![-?](?:\s|$))[^\s#&*!|>'"%@`{}[\],:][^\n#:{}[\],]*):(?=\s|$)/y,
  blockPlain: /(?![&*!|>'"%@`{}[\],#])(?:[^ \t\n:#]|:(?![ \t]|$)|(?<=\S)#|[ \t]+(?![ \t#]|$))+/my,
  continuation: /(?:[ \t]*\n)+ */y,
  blockHeader: /[|>][-+\d]*(?:[ \t]+#.*|[ \t]*)$/my,
  blockLine: /\n( *)(.*)/y,
  flowPlain: new RegExp(/(?![&*!|>'"%@`#])/.source
    + /(?:[^ \t\n:#,[\]{}]|:(?![\s,[\]{}]|$)|(?<=\S)#|[ \t]+(?![ \t#,[\]{}]|:[\s,[\]{}]|$))+/.source,
  "my"),
};

/** A recursive-descent scanner, which throws at what it does not know. */
class Scanner {
  private at = 0;

  constructor(private readonly text: string) {}

  document(): YAMLNode {
    this.skip();
    if (this.match(/---(?=\s|$)/y)) this.skip();
    const root = this.block(-1);
    this.skip();
    if (this.at < this.text.length) throw new Error("unknown form");
    return root;
  }

  /**
   * Scans the value at the position, after a key or a dash, or in later lines.
   *
   * @param parent - The column of the parent, whose values are deeper.
   * @param isOfKey - True if a sequence may be at the parent's column.
   */
  private block(parent: number, isOfKey = false): YAMLNode {
    const start = this.at;
    this.match(/[ \t]+/y);
    const isInline = !this.looksAt(patterns.lineEnd);
    if (!isInline) {
      this.skip();
      const isSequence = isOfKey && this.column === parent && this.looksAt(patterns.dash);
      if (this.at >= this.text.length || (this.column <= parent && !isSequence)) {
        return { kind: "scalar", start, end: start, plain: "", content: "" };
      }
    }
    if (!isInline || !isOfKey) {
      if (this.looksAt(patterns.dash)) return this.sequence();
      if (this.looksAt(patterns.quotedKey) || this.looksAt(patterns.plainKey)) {
        return this.mapping();
      }
    }
    const value = this.blockValue(parent);
    if (!this.looksAt(patterns.lineEnd)) throw new Error("text after a value");
    return value;
  }

  private mapping(): YAMLMapping {
    const { at: start, column } = this;
    const entries: YAMLEntry[] = [];
    do {
      const { at } = this;
      const key = (this.match(patterns.quotedKey) ?? this.match(patterns.plainKey))?.[1];
      if (key === undefined) throw new Error("no key");
      entries.push({ key: unquoted(key.trimEnd()), start: at, value: this.block(column, true) });
      this.skip();
    } while (this.at < this.text.length && this.column === column);
    const { end } = entries[entries.length - 1]!.value;
    return { kind: "mapping", isFlow: false, entries, start, end };
  }

  private sequence(): YAMLSequence {
    const { at: start, column } = this;
    const items: YAMLNode[] = [];
    while (this.column === column && this.match(patterns.dash)) {
      items.push(this.block(column));
      this.skip();
    }
    return { kind: "sequence", items, start, end: items[items.length - 1]!.end };
  }

  private blockValue(parent: number): YAMLNode {
    const start = this.at;
    if (this.match(patterns.blockHeader)) return this.blockScalar(start, parent);
    const flow = this.flowOrQuoted();
    if (flow) return flow;
    const plain = this.match(patterns.blockPlain)?.[0];
    if (plain === undefined) throw new Error("no value");
    let end = this.at;
    // A plain scalar goes on in deeper lines.
    while (this.match(patterns.continuation) && this.column > parent
      && this.match(patterns.blockPlain)) end = this.at;
    this.at = end;
    const isOneLine = end === start + plain.length;
    return { kind: "scalar", start, end, plain: isOneLine ? plain : undefined, content: plain };
  }

  private blockScalar(start: number, parent: number): YAMLScalar {
    let end = this.at;
    for (;;) {
      const line = this.match(patterns.blockLine);
      const [, indent = "", content = ""] = line ?? [];
      if (!line || (content.trim() !== "" && indent.length <= parent)) break;
      if (content.trim() !== "") end = this.at;
    }
    this.at = end;
    return { kind: "scalar", start, end, plain: undefined, content: "" };
  }

  private flowOrQuoted(): YAMLNode | undefined {
    const start = this.at;
    const quoted = this.match(patterns.quoted)?.[0];
    if (quoted !== undefined) {
      return { kind: "scalar", start, end: this.at, plain: undefined, content: unquoted(quoted) };
    }
    switch (this.text[start]) {
      case "{": return this.flowMapping();
      case "[": return this.flowSequence();
      default: return undefined;
    }
  }

  private flowMapping(): YAMLMapping {
    const start = this.at;
    const entries: YAMLEntry[] = [];
    this.flowItems("}", () => {
      const key = this.flowValue();
      if (key.kind !== "scalar" || key.start === key.end) throw new Error("no key");
      this.skip();
      const hasValue = this.match(/:/y) !== undefined;
      if (hasValue) this.skip();
      entries.push({ key: key.content, start: key.start, value: this.flowValue() });
    });
    return { kind: "mapping", isFlow: true, entries, start, end: this.at };
  }

  private flowSequence(): YAMLSequence {
    const start = this.at;
    const items: YAMLNode[] = [];
    this.flowItems("]", () => items.push(this.flowValue()));
    return { kind: "sequence", items, start, end: this.at };
  }

  private flowItems(close: string, item: () => void): void {
    this.at += 1;
    for (;;) {
      this.skip();
      if (this.text[this.at] === close) break;
      item();
      this.skip();
      if (!this.match(/,/y) && this.text[this.at] !== close) throw new Error("no comma");
    }
    this.at += 1;
  }

  /** Scans a value in a flow collection; one of no length if it is missing. */
  private flowValue(): YAMLNode {
    const found = this.flowOrQuoted();
    if (found) return found;
    const start = this.at;
    const plain = this.match(patterns.flowPlain)?.[0] ?? "";
    if (plain === "" && !this.looksAt(/[,\]}]/y)) throw new Error("no value");
    return { kind: "scalar", start, end: this.at, plain, content: plain };
  }

  private get column(): number {
    return this.at - (this.text.lastIndexOf("\n", this.at - 1) + 1);
  }

  private skip(): void {
    this.match(patterns.gap);
  }

  private match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text) ?? undefined;
    if (found) this.at = pattern.lastIndex;
    return found;
  }

  private looksAt(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    return pattern.test(this.text);
  }
}

function unquoted(text: string): string {
  if (text.startsWith("'")) return text.slice(1, -1).replace(/''/g, "'");
  if (!text.startsWith('"')) return text;
  try {
    return JSON.parse(text) as string;
  } catch {
    // YAML has more escapes than JSON.
    return text.slice(1, -1);
  }
}
