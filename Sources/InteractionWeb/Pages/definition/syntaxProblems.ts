// Places and words of syntax errors as the engine has them: it reports the token at which it gives
// up, the library mostly the node that it could not complete.
import { BlockLines } from "./blockLines";

/** An error of the library, at an offset in UTF-16 code units. */
export interface LibraryError {
  readonly code: string;
  readonly message: string;
  readonly pos: readonly [number, number];
}

/** A mistake in a text, at an offset in UTF-16 code units. */
export interface SyntaxMistake {
  readonly offset: number;
  readonly problem: string;
}

/** Returns the engine's form of an error. */
export function syntaxMistake(text: string, error: LibraryError): SyntaxMistake {
  const lines = new BlockLines(text);
  const found = engineMistake(lines, error);
  const tab = lines.tabBefore(found.offset);
  if (tab !== undefined) return tabMistake(tab);
  return { offset: found.offset, problem: `invalid YAML: ${found.problem}` };
}

/** Returns the mistake of a line that begins with a tab. */
export function tabMistake(lineStart: number): SyntaxMistake {
  return { offset: lineStart, problem: "the line is indented with a tab; indent with spaces" };
}

function valueAt(offset: number): SyntaxMistake {
  return { offset, problem: "mapping values are not allowed in this context" };
}

function emptyName(offset: number): SyntaxMistake {
  return { offset: offset + 1, problem: "did not find expected alphabetic or numeric character" };
}

function engineMistake(lines: BlockLines, error: LibraryError): SyntaxMistake {
  const { code, message, pos: [offset] } = error;
  const { text } = lines;
  const token = lines.nextToken(offset);
  const quote = lines.unclosedQuote(token);
  if (quote) return quote;
  if (/^(?:[`@]|[ \t]%)/.test(text.slice(text[token] === "%" ? token - 1 : token))) {
    return { offset: token, problem: "found character that cannot start any token" };
  }
  if (/^[&*](?!\w)/.test(text.slice(token, token + 2))) return emptyName(token);
  switch (code) {
    case "BLOCK_AS_IMPLICIT_KEY":
      return message.startsWith("Nested") ? valueAt(lines.colon(offset)) : lines.misplaced(token);
    case "MULTILINE_IMPLICIT_KEY":
      return lines.hasSibling(offset) ? lines.missingColon(offset) : valueAt(lines.colon(offset));
    case "BAD_ALIAS": return emptyName(offset);
    case "BAD_SCALAR_START": return lines.misplaced(token);
    case "BAD_DQ_ESCAPE":
      return /[xuU]/.test(text[offset + 1] ?? "")
        ? { offset: offset + 2, problem: "did not find expected hexdecimal number" }
        : { offset, problem: "found unknown escape character" };
    case "KEY_OVER_1024_CHARS": return valueAt(lines.colon(offset));
    case "TAG_RESOLVE_FAILED": return { offset, problem: "found undefined tag handle" };
    case "UNEXPECTED_TOKEN": return lines.misplaced(token);
  }
  if (message.startsWith("Implicit map keys")) return lines.missingColon(offset);
  const open = /closing .quote/.test(message) && lines.unclosedQuote(lines.quoteBefore(offset));
  if (open) return open;
  if (/ must start at the same column$|^Sequence item without/.test(message)) {
    return lines.misplaced(token);
  }
  const flow = lines.unclosedFlow(offset);
  return flow && /^Flow|flow/.test(message) ? flow : { offset, problem: message };
}
