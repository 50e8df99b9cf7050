// Suggestions for misspelled words.
import type { DefinitionField } from "./schema";

/**
 * Returns the name of the field nearest to a word: by edit distance or, if a part of the word
 * occurs in a field's name and the others in its comment, by meaning.
 */
export function nearestField(word: string, fields: readonly DefinitionField[]): string | undefined {
  const nearest = nearestWord(word, fields.map(({ name }) => name));
  if (nearest !== undefined && distance(nearest, word) <= 2) return nearest;
  const parts = word.toLowerCase().split("_").filter((part) => part !== "");
  if (parts.length < 2 || parts.length > 8) return nearest;
  const alike = fields.filter(({ name, comment }) => {
    const own = name.split("_");
    const others = comment.toLowerCase().split(/[^\p{L}]+/u);
    return parts.some((part) => own.includes(part)) && parts.every((part) =>
      own.includes(part) || others.some((other) => other.startsWith(part)));
  });
  return least(alike.map(({ name }) => name), (name) => distance(name, word)) ?? nearest;
}

/** Returns the known word nearest to a word; undefined if none is near enough to be meant. */
export function nearestWord(word: string, known: readonly string[]): string | undefined {
  // Longer than all known words, and expensive to compare.
  if (new TextEncoder().encode(word).length > 64) return undefined;
  const best = least(known, (each) => distance(each, word));
  if (best === undefined) return undefined;
  const nearest = distance(best, word);
  if (nearest <= 2) return best;
  // A truncated name takes precedence over one with other letters.
  const length = [...word].length;
  const longer = known.filter((each) =>
    length > 3 && each.toLowerCase().startsWith(word.toLowerCase()));
  return least(longer, (each) => each.length)
    ?? (nearest <= Math.floor(length / 3) ? best : undefined);
}

/** Returns the first of the least. */
function least(words: readonly string[], measure: (word: string) => number): string | undefined {
  let found: { word: string; size: number } | undefined;
  for (const word of words) {
    const size = measure(word);
    if (!found || size < found.size) found = { word, size };
  }
  return found?.word;
}

/** Returns the Levenshtein distance, ignoring case. */
function distance(a: string, b: string): number {
  const [from, to] = [[...a.toLowerCase()], [...b.toLowerCase()]];
  const row = [...Array(to.length + 1).keys()];
  from.forEach((letter, i) => {
    let diagonal = row[0]!;
    row[0] = i + 1;
    to.forEach((other, j) => {
      const change = diagonal + (letter === other ? 0 : 1);
      diagonal = row[j + 1]!;
      row[j + 1] = Math.min(change, row[j]! + 1, diagonal + 1);
    });
  });
  return row[to.length]!;
}
