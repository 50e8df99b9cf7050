import type { SyntaxMistake } from "./syntaxProblems";

/** A list or a mapping in block style, by its column. */
interface Block {
  readonly column: number;
  readonly isList: boolean;
}

function indentOf(text: string): number {
  return text.length - text.replace(/^ +/, "").length;
}

/** The lines of a text with mistakes, as far as indentation tells their structure. */
export class BlockLines {
  private readonly starts: readonly number[];

  constructor(readonly text: string) {
    this.starts = [0, ...[...text.matchAll(/\n/g)].map(({ index = 0 }) => index + 1)];
  }

  /** Returns the offset of the next token, beyond blanks and comments. */
  nextToken(offset: number): number {
    const gap = /(?:\s|(?<=\s|^)#.*)*/my;
    gap.lastIndex = offset;
    gap.exec(this.text);
    return gap.lastIndex;
  }

  /** Returns the offset of the next colon that ends a key. */
  colon(offset: number): number {
    const pattern = /"(?:[^"\\]|\\.)*"|'[^']*'|:(?=\s|$)/g;
    pattern.lastIndex = offset;
    for (let found = pattern.exec(this.text); found; found = pattern.exec(this.text)) {
      if (found[0] === ":") return found.index;
    }
    return offset;
  }

  /** Returns the start of a line with a tab in its indentation, up to a line before an offset. */
  tabBefore(offset: number): number | undefined {
    const line = this.line(offset);
    return [line - 1, line].map((each) => this.starts[each]).find((start) =>
      start !== undefined && /^ *\t/.test(this.text.slice(start, start + 1000)));
  }

  /** Returns the mistake of a token that does not fit the block at its column. */
  misplaced(token: number): SyntaxMistake {
    const line = this.line(token);
    const flow = this.unclosedFlow(token);
    if (flow) return flow;
    const before = this.text.slice(Math.max(0, token - 1000), token);
    const isValue = token === this.nextToken(0) || /[:-]\s*$/.test(before);
    if (isValue && /[\]},]/.test(this.text[token] ?? "")) {
      return { offset: token, problem: "did not find expected node content" };
    }
    const found = this.enclosing(line, token - this.starts[line]!);
    if (!found) return { offset: token, problem: "did not find expected <document start>" };
    return found.block.isList
      ? this.within("block collection", found.line, "'-' indicator", token)
      : this.within("block mapping", found.line, "key", token);
  }

  /** Returns the mistake of a key without a colon. */
  missingColon(key: number): SyntaxMistake {
    const line = this.line(key);
    const column = key - this.starts[line]!;
    let end = this.lineEnd(line);
    // A plain scalar goes on in deeper lines.
    for (let next = line + 1; next < this.starts.length; next++) {
      const text = this.lineText(next);
      const indent = indentOf(text);
      if (text.trim() === "") continue;
      if (indent <= column || text.startsWith("#", indent)) break;
      const colon = this.colon(this.starts[next]!);
      if (colon > this.starts[next]! && colon <= this.lineEnd(next)) {
        end = colon;
        break;
      }
      end = this.lineEnd(next);
    }
    // A comment ends a plain scalar, but not one in its line.
    const comment = /\s*\n\s*(?=#)/y;
    comment.lastIndex = end;
    const offset = this.text[end] === ":" ? end
      : comment.test(this.text) ? comment.lastIndex : this.nextToken(end);
    const origin = `while scanning a simple key from line ${line + 1}`;
    return {
      offset: this.streamEnd(offset), problem: `could not find expected ':', ${origin}`,
    };
  }

  /** Returns whether a key is in a mapping with keys before it. */
  hasSibling(key: number): boolean {
    const line = this.line(key);
    const column = key - this.starts[line]!;
    const block = this.blocks(line).find((each) => each.column < column && each.isList);
    return !block && this.enclosing(line, column)?.block.column === column;
  }

  /** Returns the mistake of a quoted scalar that does not end; undefined if it ends. */
  unclosedQuote(start: number): SyntaxMistake | undefined {
    if (!/^(?:"(?:[^"\\]|\\[^])*|'(?:[^']|'')*)$/.test(this.text.slice(start))) return undefined;
    const problem = "found unexpected end of stream";
    return this.from("scanning a quoted scalar", this.line(start), problem, this.text.length);
  }

  /** Returns the offset of the quote that begins the scalar before an offset. */
  quoteBefore(offset: number): number {
    const pattern = /"(?:[^"\\]|\\[^])*("|$)|'(?:[^']|'')*('|$)/g;
    const before = this.text.slice(0, offset);
    return [...before.matchAll(pattern)].pop()?.index ?? offset;
  }

  /** Returns the mistake of a list or a mapping in braces that does not go on at an offset. */
  unclosedFlow(offset: number): SyntaxMistake | undefined {
    const open: number[] = [];
    const pattern = /"(?:[^"\\]|\\[^])*"|(?<=\s|^)#.*|(?<=[\s:,[{]|^)[[{]|[\]}]/gm;
    for (const { 0: found, index = 0 } of this.text.slice(0, offset).matchAll(pattern)) {
      if (/^[[{]/.test(found!)) open.push(index);
      else if (/^[\]}]/.test(found!)) open.pop();
    }
    const start = open.pop();
    if (start === undefined) return undefined;
    const [name, expected] = this.text[start] === "[" ? ["sequence", "]"] : ["mapping", "}"];
    const token = this.nextToken(offset);
    const before = this.text.slice(start, token);
    if (/[[{,]\s*$/.test(before)) {
      return { offset: this.streamEnd(token), problem: "did not find expected node content" };
    }
    // A plain scalar goes on up to the next colon.
    const isPlain = /(?:^|\n)[^#\n]*[^\s#"'[\]{},]\s*$/.test(before);
    const colon = isPlain ? this.colon(token) : token;
    const end = colon < this.lineEnd(this.line(token)) ? colon : token;
    const at = this.streamEnd(end);
    return this.within(`flow ${name}`, this.line(start), `',' or '${expected}'`, at);
  }

  /** Returns the offset of a token; the end is at the start of a line. */
  private streamEnd(offset: number): number {
    return offset < this.text.length || this.text.endsWith("\n") ? offset : this.text.length + 1;
  }

  private within(what: string, line: number, expected: string, offset: number): SyntaxMistake {
    return this.from(`parsing a ${what}`, line, `did not find expected ${expected}`, offset);
  }

  private from(what: string, line: number, problem: string, offset: number): SyntaxMistake {
    const origin = line === this.line(offset) ? "" : `, while ${what} from line ${line + 1}`;
    return { offset, problem: problem + origin };
  }

  /** Returns the deepest block up to a column that a line continues, and its first line. */
  private enclosing(line: number, column: number): { block: Block; line: number } | undefined {
    let found: { block: Block; line: number } | undefined;
    let deepest = column;
    for (let at = line; at >= 0; at--) {
      const blocks = this.blocks(at).filter((each) => at < line || each.column < column);
      if (found) {
        const { block } = found;
        if (blocks.some((each) => each.column === block.column && each.isList === block.isList)) {
          found.line = at;
        }
      } else {
        const block = blocks.filter((each) => each.column <= deepest).pop();
        if (block) found = { block, line: at };
      }
      const [first] = blocks;
      if (first) deepest = Math.min(deepest, first.column);
      if (found && first && first.column < found.block.column) break;
    }
    return found;
  }

  /** Returns the blocks with an entry that begins in a line, the outermost one first. */
  private blocks(line: number): Block[] {
    const text = this.lineText(line);
    const blocks: Block[] = [];
    let column = indentOf(text);
    while (/^-(?: |$)/.test(text.slice(column))) {
      blocks.push({ column, isList: true });
      column += 1 + indentOf(text.slice(column + 1));
    }
    const key = /^(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^\s#"'[\]{},&*!|>%@`][^#]*?)\s*:(?:\s|$)/;
    if (key.test(text.slice(column))) blocks.push({ column, isList: false });
    return blocks;
  }

  private lineText(line: number): string {
    return this.text.slice(this.starts[line], this.lineEnd(line));
  }

  private lineEnd(line: number): number {
    const next = this.starts[line + 1];
    return next === undefined ? this.text.length : next - 1;
  }

  private line(offset: number): number {
    let [low, high] = [0, this.starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.starts[middle]! <= offset) low = middle;
      else high = middle;
    }
    return low;
  }
}
