import { fieldsOf } from "../../Client/src/contract/schema";
import type { Field, Message } from "../../Client/src/contract/schema";
import { unescaped, valueOf } from "./traceLine";
import type { TraceLine } from "./traceLine";

/** A word of a form. */
interface FormWord {
  readonly kind: "fixed" | "word" | "word or -" | "choice" | "pair";
  /** The key of a pair; the name of another word in messages. */
  readonly what: string;
  /** The name of the field. */
  readonly name: string;
  readonly isOptional: boolean;
  /** The fixed word, the choices, or the default of a pair. */
  readonly words: readonly string[];
  readonly field?: Field;
}

const kinds = { "?": "word or -", ":": "choice", "=": "pair" } as const;

/** The fields whose texts are escaped. */
const escapedTexts = ["target", "route", "text", "title", "image", "selectedImage"];

/** The words of the forms that have been used. */
const formWords = new Map<string, readonly FormWord[]>();

/**
 * Reads a message by the form of its words: names of fields, in the spelling of traces. `'tab'` is
 * a word as such, `height?` may be `-`, `on:on|off` is a boolean by its words, `y=` is a pair, `y=0`
 * a pair with a default, `[…]` is optional, and `count/amount` is a field and its name in traces.
 */
export function formedMessage<Content = Message>(
  line: TraceLine, type: number, form: string
): Content {
  const key = `${type} ${form}`;
  const words = formWords.get(key) ?? form.split(" ").map((word) => formWord(type, word));
  formWords.set(key, words);
  const message: Message = {};
  for (const { kind, what, name, isOptional, words: [first], words: choices, field } of words) {
    if (kind === "fixed") line.oneOf(what, choices);
    else if (kind === "choice") message[name] = line.oneOf(what, choices) === first;
    else {
      const word = kind === "pair" ? line.pair(what) ?? first
        : isOptional ? line.nextIfAny() : line.next(what);
      if (word === undefined && !isOptional) throw new Error(`${what}= is missing`);
      if (word === undefined || (kind === "word or -" && word === "-")) continue;
      const isEscaped = escapedTexts.includes(name);
      message[name] = valueOf(field!, isEscaped ? unescaped(word) : word, what);
    }
  }
  return message as Content;
}

function formWord(type: number, word: string): FormWord {
  const isOptional = word.startsWith("[");
  if (word.startsWith("'")) {
    return {
      kind: "fixed", what: `the word ${word}`, name: "", isOptional, words: [word.slice(1, -1)],
    };
  }
  const [, renamed, key = "", sign = "", rest = ""] =
    /^\[?(?:(\w+)\/)?([\w-]+)([?:=]?)([^\]]*)/.exec(word) ?? [];
  const kind = kinds[sign as keyof typeof kinds] ?? "word";
  const name = renamed ?? key.replace(/-./g, (letters) => letters.slice(1).toUpperCase());
  return {
    kind, name, isOptional,
    what: kind === "pair" ? key : `the ${key.replace(/-/g, " ")}`,
    words: rest === "" ? [] : rest.split("|"),
    field: fieldsOf[type]!.find((each) => each?.name === name),
  };
}
