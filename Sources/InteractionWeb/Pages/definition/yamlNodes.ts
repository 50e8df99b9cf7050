/** A node of a YAML text, with its range in UTF-16 code units. */
export type YAMLNode = YAMLScalar | YAMLMapping | YAMLSequence;

interface TextRange {
  readonly start: number;
  readonly end: number;
}

export interface YAMLScalar extends TextRange {
  readonly kind: "scalar";
  readonly content: string;
  /** False for quoted and block scalars, which are strings. */
  readonly isPlain: boolean;
}

export interface YAMLMapping extends TextRange {
  readonly kind: "mapping";
  readonly isFlow: boolean;
  readonly entries: readonly YAMLEntry[];
}

export interface YAMLEntry {
  /** The key; undefined if it is a list or a mapping. */
  readonly key: string | undefined;
  /** The start of the key, at its quote if it has one. */
  readonly start: number;
  readonly value: YAMLNode;
}

export interface YAMLSequence extends TextRange {
  readonly kind: "sequence";
  readonly items: readonly YAMLNode[];
}

/** Returns the text of a plain scalar; empty for other nodes. */
export function plainText(node: YAMLNode | undefined): string {
  return node?.kind === "scalar" && node.isPlain ? node.content : "";
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
