/*!
 * With yaml (https://eemeli.org/yaml). Copyright Eemeli Aro <eemeli@gmail.com>
 *
 * Permission to use, copy, modify, and/or distribute this software for any purpose with or without
 * fee is hereby granted, provided that the above copyright notice and this permission notice appear
 * in all copies.
 *
 * THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS
 * SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE
 * AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT, INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES
 * WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT,
 * NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE
 * OF THIS SOFTWARE.
 */
import { Composer, isAlias, isCollection, isMap, isScalar, isSeq, Lexer, Parser } from "yaml";
import type { Document, ParsedNode } from "yaml";
import { syntaxMistake, tabMistake } from "./syntaxProblems";
import type { SyntaxMistake } from "./syntaxProblems";
import type { YAMLEntry, YAMLNode } from "./yamlNodes";

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

/** A character that YAML excludes. */
const controlCharacter =
  /[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/** Parses a text. Tags are ignored, and aliases are mistakes, as for the engine. */
export function parsedYAML(source: string): YAMLText {
  // Without a byte order mark, and with the line breaks that the library knows.
  const text = source.replace(/^\uFEFF/, "").replace(/\r(?!\n)|\x85/g, "\n");
  const control = text.search(controlCharacter);
  if (control >= 0) {
    const problem = "invalid YAML: control characters are not allowed";
    return { text, root: undefined, mistake: { offset: control, problem } };
  }
  const converter = new NodeConverter(text);
  let root: YAMLNode | undefined;
  try {
    const [first, other] = documents(text);
    const [error] = first?.errors ?? [];
    if (error) converter.refuse(syntaxMistake(text, error));
    if (first?.contents) root = converter.node(first.contents);
    const tab = converter.firstTab();
    if (tab !== undefined) converter.refuse(tabMistake(tab));
    if (other) converter.refuse(anotherDocument(text, other.range[0]));
  } catch (error) {
    // The library recurses.
    if (!(error instanceof DepthError || error instanceof RangeError)) throw error;
    const limit = `has more than ${maximumDepth} nested lists and mappings`;
    const problem = `invalid YAML: ${limit}; use fewer`;
    converter.refuse({ offset: error instanceof DepthError ? error.offset : 0, problem });
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
  for (const lexeme of new Lexer().lex(text)) {
    tokens.push(...parser.next(lexeme));
    if (parser.stack.length > maximumDepth) throw new DepthError(parser.offset);
  }
  tokens.push(...parser.end());
  // Without the types of scalars, and with duplicate keys: the reader has its own.
  const composer = new Composer({ schema: "failsafe", uniqueKeys: false, resolveKnownTags: false });
  return [...composer.compose(tokens, true, text.length)];
}

/** Converts the library's nodes, and keeps the first mistake. */
class NodeConverter {
  mistake: SyntaxMistake | undefined;
  /** The nodes in which tabs are blanks: scalars, and lists and mappings in brackets. */
  private readonly inline: YAMLNode[] = [];

  constructor(private readonly text: string) {}

  refuse(mistake: SyntaxMistake): void {
    if (!this.mistake || mistake.offset < this.mistake.offset) this.mistake = mistake;
  }

  /** Returns the start of the first line that a tab indents; undefined if there is none. */
  firstTab(): number | undefined {
    const tabs = [...this.text.matchAll(/^ *\t/gm)].map(({ index = 0 }) => index);
    return tabs.find((at) => !this.inline.some(({ start, end }) => at > start && at < end));
  }

  node(node: ParsedNode): YAMLNode {
    const converted = this.converted(node);
    const isInline = converted.kind === "scalar" || (isCollection(node) && node.flow);
    if (isInline) this.inline.push(converted);
    return converted;
  }

  private converted(node: ParsedNode): YAMLNode {
    const [start, end] = rangeOf(node);
    if (isAlias(node)) this.refuse({ offset: start, problem: aliasProblem(this.text) });
    if (isSeq<ParsedNode>(node)) {
      const items = node.items.map((item) => this.node(item));
      return { kind: "sequence", items, start, end: node.flow ? end : endOf(items, end) };
    }
    if (isMap<ParsedNode, ParsedNode | null>(node)) {
      const isFlow = node.flow ?? false;
      const entries = node.items.map(({ key, value }) => this.entry(key, value, isFlow));
      const last = isFlow ? end : endOf(entries.map(({ value }) => value), end);
      return { kind: "mapping", isFlow, entries, start, end: last };
    }
    const isPlain = isScalar(node) && node.type === "PLAIN";
    const isEndless = end === this.text.length && isScalar(node) && /^BLOCK/.test(node.type ?? "");
    // Without the line break that the text lacks.
    const content = isEndless && !this.text.endsWith("\n") ? contentOf(node).replace(/\n$/, "")
      : contentOf(node);
    const escape = isScalar(node) && node.type === "QUOTE_DOUBLE" ? this.surrogate(start, end) : -1;
    if (escape >= 0) {
      const problem = "invalid YAML: found invalid Unicode character escape code";
      this.refuse({ offset: escape, problem });
    }
    // No value is after the colon or the dash, and a block ends without its line break.
    const first = isPlain && content === "" ? this.trimmed(start) : start;
    const last = Math.max(first, this.trimmed(end));
    return { kind: "scalar", content, isPlain, start: first, end: last };
  }

  /** Returns the offset of an escaped surrogate in a quoted scalar; negative if there is none. */
  private surrogate(start: number, end: number): number {
    const text = this.text.slice(start, end);
    for (const { 0: found, index = 0 } of text.matchAll(/\\(?:[uU]0*d[89a-f][\da-f]{2}|[^])/gi)) {
      if (found!.length > 2) return start + index + 2;
    }
    return -1;
  }

  /** Returns the end of the text before an offset. */
  private trimmed(offset: number): number {
    let end = offset;
    while (end > 0 && /\s/.test(this.text[end - 1]!)) end--;
    return end;
  }

  private entry(key: ParsedNode, value: ParsedNode | null, isFlow: boolean): YAMLEntry {
    const [start, end] = key.range;
    if (start === end && !isFlow && /^\s*:/.test(this.text.slice(start, start + 1000))) {
      this.refuse(syntaxMistake(this.text, {
        code: "UNEXPECTED_TOKEN", message: "", pos: [this.text.indexOf(":", start), end],
      }));
    }
    // A key without a colon has no node for its value.
    // The library accepts a list in the line of its key.
    if (isSeq(value) && !value.flow && /^[ \t]*:[ \t]*-/.test(this.text.slice(end, end + 1000))) {
      const problem = "invalid YAML: block sequence entries are not allowed in this context";
      this.refuse({ offset: rangeOf(value)[0], problem });
    }
    const at = this.trimmed(end);
    const empty = { kind: "scalar", content: "", isPlain: true, start: at, end: at } as const;
    if (isAlias(key)) this.node(key);
    return {
      key: isScalar(key) ? contentOf(key) : undefined, start,
      value: value ? this.node(value) : empty,
    };
  }
}

function aliasProblem(text: string): string {
  return text.includes("&") ? "anchors and aliases are not supported; write the value"
    : "invalid YAML: found undefined alias";
}

function anotherDocument(text: string, offset: number): SyntaxMistake {
  const origin = text.lastIndexOf("\n", offset - 1) < 0 ? ""
    : ", expected a single document in the stream from line 1";
  const problem = text.startsWith("---", offset) ? `but found another document${origin}`
    : "did not find expected <document start>";
  return { offset, problem: `invalid YAML: ${problem}` };
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
