import { Composer, isAlias, isMap, isScalar, isSeq, Lexer, Parser } from "yaml";
import type { Document, ParsedNode } from "yaml";
import type { YAMLEntry, YAMLNode } from "./yamlNodes";

/** A mistake in a text, at an offset in UTF-16 code units. */
export interface SyntaxMistake {
  readonly offset: number;
  readonly problem: string;
}

/** A parsed text. */
export interface YAMLText {
  readonly text: string;
  /** The root; undefined if the text is empty or has a mistake. */
  readonly root: YAMLNode | undefined;
  /** The first mistake; undefined if there is none. */
  readonly mistake: SyntaxMistake | undefined;
}

/** The maximum depth of lists and mappings. */
const maximumDepth = 1000;

/** Parses a text. Tags are ignored, and aliases are mistakes, as for the engine. */
export function parsedYAML(text: string): YAMLText {
  const converter = new NodeConverter(text);
  let root: YAMLNode | undefined;
  try {
    // Blanks of the same length, so that offsets stay: a byte order mark is not part of the text.
    const [first, ...others] = documents(text.replace(/^\uFEFF/, " "));
    if (first) {
      for (const { pos, message } of first.errors) converter.refuse(pos[0], message);
      if (first.contents) root = converter.node(first.contents);
    }
    for (const other of others) converter.refuse(other.range[0], "but found another document");
  } catch (error) {
    if (!(error instanceof DepthError)) throw error;
    converter.refuse(error.offset, "Maximum nesting level reached");
  }
  const { mistake } = converter;
  return { text, root: mistake ? undefined : root, mistake };
}

class DepthError extends Error {
  constructor(readonly offset: number) {
    super();
  }
}

function documents(text: string): Document.Parsed[] {
  const parser = new Parser();
  const tokens = [];
  let offset = 0;
  for (const lexeme of new Lexer().lex(text)) {
    tokens.push(...parser.next(lexeme));
    if (parser.stack.length > maximumDepth) throw new DepthError(offset);
    offset += lexeme.length;
  }
  tokens.push(...parser.end());
  // Without the types of scalars, and with duplicate keys: the reader has its own.
  const composer = new Composer({ schema: "failsafe", uniqueKeys: false, resolveKnownTags: false });
  return [...composer.compose(tokens, true, text.length)];
}

/** Converts the library's nodes, and keeps the first mistake. */
class NodeConverter {
  mistake: SyntaxMistake | undefined;

  constructor(private readonly text: string) {}

  refuse(offset: number, problem: string): void {
    if (!this.mistake || offset < this.mistake.offset) this.mistake = { offset, problem };
  }

  node(node: ParsedNode): YAMLNode {
    const [start, end] = rangeOf(node);
    if (isAlias(node)) this.refuse(start, "anchors and aliases are not supported; write the value");
    if (isSeq<ParsedNode>(node)) {
      const items = node.items.map((item) => this.node(item));
      return { kind: "sequence", items, start, end: node.flow ? end : endOf(items, end) };
    }
    if (isMap<ParsedNode, ParsedNode | null>(node)) {
      const entries = node.items.map(({ key, value }) => this.entry(key, value));
      const isFlow = node.flow ?? false;
      const last = isFlow ? end : endOf(entries.map(({ value }) => value), end);
      return { kind: "mapping", isFlow, entries, start, end: last };
    }
    const isPlain = isScalar(node) && node.type === "PLAIN";
    const content = contentOf(node);
    // No value is after the colon or the dash, and a block ends without its line break.
    const first = isPlain && content === "" ? this.trimmed(start) : start;
    return { kind: "scalar", content, isPlain, start: first, end: Math.max(first, this.trimmed(end)) };
  }

  /** Returns the end of the text before an offset. */
  private trimmed(offset: number): number {
    let end = offset;
    while (end > 0 && /\s/.test(this.text[end - 1]!)) end--;
    return end;
  }

  private entry(key: ParsedNode, value: ParsedNode | null): YAMLEntry {
    const [start, end] = key.range;
    // A key without a colon has no node for its value.
    const at = this.trimmed(end);
    const empty = { kind: "scalar", content: "", isPlain: true, start: at, end: at } as const;
    if (isAlias(key)) this.node(key);
    return {
      key: isScalar(key) ? contentOf(key) : undefined, start,
      value: value ? this.node(value) : empty,
    };
  }
}

/** Returns the range of a node; a pair in a list, such as `[a: 1]`, has none of its own. */
function rangeOf(node: ParsedNode): readonly [number, number, number] {
  const range = node.range as ParsedNode["range"] | undefined;
  return range ?? (isMap<ParsedNode>(node) && node.items[0]?.key.range || [0, 0, 0]);
}

/** Returns the end of a block collection, without the comments after it. */
function endOf(children: readonly YAMLNode[], end: number): number {
  return children[children.length - 1]?.end ?? end;
}

function contentOf(node: ParsedNode): string {
  return isScalar(node) ? node.source ?? "" : "";
}
