import { deepEqual, equal, ok } from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { textOfLink, fileOfLink, hash } from "../../Sources/InteractionWeb/Pages/playground/link";
import { highlighted } from "../../Sources/InteractionWeb/Pages/playground/yaml";

const folder = "Sources/InteractionExperience/Resources";
const names = ["home-refined", "extended-tabs", "second-floor", "button-bar"];
const yaml = (name: string) => readFileSync(`${folder}/${name}.yaml`, "utf8");

test("a link carries an experience", async () => {
  for (const name of names) {
    const link = await hash(yaml(name));
    equal(await textOfLink(link), yaml(name));
    ok(/^#yaml=[\w-]+$/.test(link), "it needs no escapes");
    ok(link.length < 0.8 * yaml(name).length, "it is shorter than the text");
  }
  equal(await textOfLink(await hash("")), "");
});

test("a link names a file, and the version that its text is an edit of", async () => {
  const file = { name: "a&b #首页.yaml", version: "c0ffee" };
  const plain = await hash(undefined, file);
  deepEqual(fileOfLink(plain), { name: file.name });
  equal(await textOfLink(plain), undefined);
  const edited = await hash(yaml("tap-bar"), file);
  deepEqual(fileOfLink(edited), file);
  equal(await textOfLink(edited), yaml("tap-bar"));
  equal(fileOfLink(await hash("")), undefined);
});

test("what is no such link carries nothing", async () => {
  for (const wrong of ["", "#", "#other", "#yaml=%%%", "#yaml=AAAA", "#yaml=!"]) {
    equal(await textOfLink(wrong), undefined, wrong);
  }
});

test("a link does not unpack to more than a definition may be", async () => {
  equal(await textOfLink(await hash("a".repeat(256 * 1024 + 1))), undefined);
  equal((await textOfLink(await hash("a".repeat(256 * 1024))))?.length, 256 * 1024);
});

test("the pieces of a line of YAML are the line", () => {
  for (const line of names.flatMap((name) => yaml(name).split("\n"))) {
    equal(highlighted(line).map(([, text]) => text).join(""), line);
  }
  const kinds = (line: string) => highlighted(line).map(([kind]) => kind).filter(Boolean).join(" ");
  equal(kinds("threshold: 456 # pt"), "key number comment");
  equal(kinds("  - { key: tab.home, text: 'a: b', wait: 0.35s }"), "key key text key number");
  equal(kinds("style: TAB_BAR_STYLE_SYSTEM"), "key name");
  equal(kinds("asset_url: https://assets.example/a#b"), "key");
});
