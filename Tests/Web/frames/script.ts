/** A line of a script: a step, or an expectation about the steps before it. */
export interface Line {
  number: number;
  word: string;
  rest: string;
}

/** A script of frames: the steps, and the client's expected actions. */
export interface Script {
  title: string;
  lines: Line[];
}

/** Parses the scripts of a file. */
export function scripts(text: string): Script[] {
  const found: Script[] = [];
  text.split("\n").forEach((line, index) => {
    const [, word, rest] = /^(\w+):? *(.*)$/.exec(line) ?? [];
    if (line === "" || line.startsWith("#")) return;
    if (word === undefined || rest === undefined) throw new Error(`line ${index + 1}: '${line}'`);
    if (word === "script") found.push({ title: rest, lines: [] });
    else found[found.length - 1]!.lines.push({ number: index + 1, word, rest });
  });
  return found;
}

/** Parses a time such as `16.5ms`, in µs. */
export function time(text: string): number {
  const [, value] = /^([0-9.]+)ms$/.exec(text) ?? [];
  if (value === undefined) throw new Error(`'${text}' is no time such as 16.5ms`);
  return Math.round(Number(value) * 1000);
}
