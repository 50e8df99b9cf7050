import { existsSync, readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { loadEngine } from "../../Sources/InteractionWeb/Client/src/offline/localEngine";
import { play } from "./frames/player";
import { scripts } from "./frames/script";

const folder = "Tests/Frames";
/** Built by scripts/web/build-wasm. */
const MODULE = ".build/web/interaction.wasm";
const local = existsSync(MODULE) ? loadEngine(readFileSync(MODULE)) : undefined;
const experiences = JSON.parse(readFileSync(`${folder}/experiences.json`, "utf8")) as Record<string, string>;

for (const file of readdirSync(folder).filter((name) => name.endsWith(".txt"))) {
  const text = readFileSync(`${folder}/${file}`, "utf8");
  for (const script of scripts(text.replace(/\$(\w+)/g, (_, name) => experiences[name]!))) {
    const skip = !local && file === "offline.txt" && `there is no ${MODULE}`;
    test(`${file}: ${script.title}`, { skip }, async () => play(script, await local));
  }
}
