import { deepEqual, equal } from "node:assert/strict";
import { test } from "node:test";
import { afterDiskCheck, openedFile } from "../../Sources/InteractionWeb/Pages/playground/opened";
import type { OpenedExperience } from "../../Sources/InteractionWeb/Pages/playground/opened";

const file = openedFile({ name: "home.yaml", text: "a\n", version: "1" });
const changed = (found: string | undefined): OpenedExperience =>
  ({ ...file, kind: "changedFile", found }) as OpenedExperience;

test("a file keeps the ends of its lines", () => {
  const windows = openedFile({ name: "home.yaml", text: "a\r\nb\r\n", version: "1" });
  equal(windows.text, "a\nb\n");
  equal(windows.kind === "file" && windows.lineEnd, "\r\n");
  equal(file.kind === "file" && file.lineEnd, "\n");
});

test("a file that has changed on disk is opened again, unless it is edited", () => {
  const cases: [OpenedExperience, string | undefined, boolean, OpenedExperience | "reload"][] = [
    [file, "1", false, file],
    [file, "1", true, file],
    [file, "2", false, "reload"],
    [file, "2", true, changed("2")],
    [file, undefined, false, changed(undefined)],
    [file, undefined, true, changed(undefined)],
    [changed("2"), "1", true, file],
    [changed("2"), "2", true, changed("2")],
    [changed("2"), "3", true, changed("3")],
    [changed("2"), "2", false, "reload"],
    [changed(undefined), "2", true, changed("2")],
  ];
  for (const [opened, found, isEdited, next] of cases) {
    deepEqual(afterDiskCheck(opened, found, isEdited), next, JSON.stringify([opened, found, isEdited]));
  }
  const builtIn: OpenedExperience = { kind: "builtIn", name: "home-refined", text: "" };
  equal(afterDiskCheck(builtIn, undefined, true), builtIn);
});
