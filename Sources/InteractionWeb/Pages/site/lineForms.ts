import { fieldsOf } from "../../Client/src/contract/schema";
import type { Message } from "../../Client/src/contract/schema";
import { unescaped, valueOf } from "./traceLine";
import type { TraceLine } from "./traceLine";

/** The fields whose texts are escaped. */
const escapedTexts = ["target", "route", "text", "title", "image", "selectedImage"];

/**
 * Reads a message by the form of its words: names of fields, in the spelling of traces. `'tab'` is
 * a word as such, `height?` may be `-`, `on:on|off` is a boolean by its words, `y=` is a pair, `y=0`
 * a pair with a default, `[…]` is optional, and `count/amount` is a field and its name in traces.
 * The prefix is that of the pairs' keys.
 */
export function formedMessage<Content = Message>(
  line: TraceLine, type: number, form: string, prefix = ""
): Content {
  const message: Message = {};
  for (const part of form.split(" ")) {
    if (part.startsWith("'")) {
      line.oneOf(`the word ${part}`, [part.slice(1, -1)]);
      continue;
    }
    const [, optional, renamed, key = "", sign, rest = ""] =
      /^(\[)?(?:(\w+)\/)?([\w-]+)([?:=]?)([^\]]*)/.exec(part) ?? [];
    const name = renamed ?? key.replace(/-./g, (letter) => letter.slice(1).toUpperCase());
    const what = sign === "=" ? prefix + key : `the ${key.replace(/-/g, " ")}`;
    if (sign === ":") {
      const words = rest.split("|");
      message[name] = line.oneOf(what, words) === words[0];
      continue;
    }
    const word = sign === "=" ? line.pair(what) ?? (rest || undefined)
      : optional ? line.nextIfAny() : line.next(what);
    if (sign === "?" && word === "-") continue;
    if (word === undefined) {
      if (optional) continue;
      throw new Error(`${what}= is missing`);
    }
    const field = fieldsOf[type]!.find((each) => each?.name === name)!;
    message[name] = valueOf(field, escapedTexts.includes(name) ? unescaped(word) : word, what);
  }
  return message as Content;
}
