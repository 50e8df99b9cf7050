/** A token of YAML with its kind, for highlighting. */
export type YAMLToken = readonly [kind: "" | "comment" | "key" | "text" | "number" | "name", text: string];

const pieces = new RegExp([
  /(?<comment>(?:^|(?<=\s))#.*)/, /(?<text>"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')/,
  /(?<key>[A-Za-z_][\w.-]*(?=\s*:(?:\s|$)))/, /(?<name>\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b)/,
  /(?<number>(?<![\w.-])-?(?:\d+|\d*\.\d+)(?:s|ms|pt)?(?![\w.-])|\b(?:true|false|null)\b)/,
].map((each) => each.source).join("|"), "g");

/** Returns the tokens of a line, in order; together they are the line. */
export function highlighted(line: string): YAMLToken[] {
  const found: YAMLToken[] = [];
  let end = 0;
  for (const match of line.matchAll(pieces)) {
    const start = match.index ?? 0;
    if (start > end) found.push(["", line.slice(end, start)]);
    const [text = ""] = match;
    const [kind = ""] = Object.entries(match.groups ?? {}).find(([, group]) => group) ?? [];
    found.push([kind as YAMLToken[0], text]);
    end = start + text.length;
  }
  if (end < line.length) found.push(["", line.slice(end)]);
  return found;
}
