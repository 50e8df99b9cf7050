import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { play } from "./frames/player";
import { scripts } from "./frames/script";

const folder = "Tests/Frames";

for (const file of readdirSync(folder).filter((name) => name.endsWith(".txt"))) {
  for (const script of scripts(readFileSync(`${folder}/${file}`, "utf8"))) {
    test(`${file}: ${script.title}`, () => play(script));
  }
}
