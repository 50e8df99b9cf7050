import { Kind, namesOf } from "../../Client/src/contract/schema";
import type { Field, FieldValue } from "../../Client/src/contract/schema";

/** The words of a trace's line, read in order; `key=value` pairs may come in any order. */
export class TraceLine {
  /** The unread words, the last one first. */
  private readonly words: string[] = [];
  private readonly pairs = new Map<string, string>();
  /** The keys of unread pairs, and the keys that occur twice. */
  private readonly unread = new Set<string>();
  private readonly repeated = new Set<string>();

  constructor(text: string) {
    for (const word of text.split(" ").filter((each) => each !== "")) {
      const split = word.indexOf("=");
      const key = word.slice(0, split);
      if (split < 0) this.words.push(word);
      else {
        if (this.unread.has(key)) this.repeated.add(key);
        this.unread.add(key);
        this.pairs.set(key, word.slice(split + 1));
      }
    }
    this.words.reverse();
  }

  /** Returns the next word that is not a pair. */
  next(what: string): string {
    const word = this.nextIfAny();
    if (word === undefined) throw new Error(`${what} is missing`);
    return word;
  }

  /** Returns the next word that is not a pair; undefined if there is none. */
  nextIfAny(): string | undefined {
    return this.words.pop();
  }

  /** Returns the next word, which must be one of these. */
  oneOf(what: string, choices: readonly string[]): string {
    return chosen(this.next(what), what, choices);
  }

  /** Reads the next word if it is this one. */
  takes(word: string): boolean {
    if (this.words[this.words.length - 1] !== word) return false;
    this.words.pop();
    return true;
  }

  /** Returns the remaining words. */
  rest(): string[] {
    return this.words.splice(0).reverse();
  }

  /** Returns the text of a pair; undefined if it is missing. */
  pair(key: string): string | undefined {
    this.unread.delete(key);
    return this.pairs.get(key);
  }

  /** Returns the keys of the pairs, in the line's order. */
  get keys(): string[] {
    return [...this.pairs.keys()];
  }

  /** Returns the values of a pair, which are separated by commas. */
  list(key: string): string[] {
    return (this.pair(key) ?? "").split(",").filter((each) => each !== "");
  }

  has(key: string): boolean {
    return this.pairs.has(key);
  }

  /**
   * Checks that the line has been read completely.
   *
   * @throws Error for an unread word or pair, or for a key that occurs twice.
   */
  finish(): void {
    const [repeated] = [...this.repeated].sort();
    if (repeated !== undefined) throw new Error(`${short(repeated)}= is set twice; remove one`);
    const [unread] = [...this.unread].sort();
    if (unread !== undefined) throw new Error(`unknown key ${short(unread)}=`);
    const word = this.nextIfAny();
    if (word !== undefined) throw new Error(`unexpected word '${short(word)}'`);
  }
}

/** The words of numbers that are not negative. */
export const natural = /^\+?\d+$/;

/** The fields of 64 bits among the integers of forms; the others have 32. */
const long = ["directive", "increase", "decrease", "count", "max"];

/** Returns the value of a word for a field. */
export function valueOf({ name, kind, type }: Field, word: string, what: string): FieldValue {
  switch (kind) {
    case Kind.string: return word;
    case Kind.bool: return chosen(word, what, ["true", "false"]) === "true";
    case Kind.enum: {
      const names = namesOf[type]!.slice(1);
      // Older recordings have Swift's case names, such as `programmaticMoved`.
      const value = word.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      return names.includes(value) ? value : chosen(word, what, names);
    }
    case Kind.double: return numberOf(word, what);
    case Kind.uint: return integerOf(word, what, long.includes(name) ? 53 : 32, natural);
    default: return integerOf(word, what, long.includes(name) ? 53 : 31);
  }
}

/** Returns a number. */
export function numberOf(word: string, what: string): number {
  return Number(checked(word, what, /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i));
}

/** Returns an integer whose magnitude has at most so many bits. */
export function integerOf(word: string, what: string, bits = 53, pattern = /^[+-]?\d+$/): number {
  // Without a negative zero.
  const integer = Number(checked(word, what, pattern)) + 0;
  if (Math.abs(integer) < 2 ** bits) return integer;
  throw new Error(`${what} is '${short(word)}'; must be `
    + `${pattern === natural ? "" : `more than -2^${bits} and `}less than 2^${bits}`);
}

/** Returns the text of an escaped word. */
export function unescaped(word: string): string {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  return word === '""' ? "" : word.replace(/(?:%[0-9a-f]{2})+/gi, (run) =>
    decoder.decode(Uint8Array.from(run.slice(1).split("%"), (each) => parseInt(each, 16))));
}

function checked(word: string, what: string, pattern: RegExp): string {
  if (pattern.test(word)) return word;
  throw new Error(`${what} is '${short(word)}'; must be a number`);
}

function chosen(word: string, what: string, choices: readonly string[]): string {
  if (choices.includes(word)) return word;
  throw new Error(`${what} is '${short(word)}'; must be one of ${choices.join(", ")}`);
}

function short(word: string): string {
  return word.slice(0, 20);
}
