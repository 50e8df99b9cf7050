import { equal } from "node:assert/strict";
import { test } from "node:test";
import { readable } from "../../Sources/InteractionWeb/Pages/shared/readable";

test("text that can be read keeps its colour", () => {
  equal(readable("#575d66", "#ffffff"), "rgb(87, 93, 102)");
  equal(readable("rgb(255, 215, 106)", "#3b1a6e"), "rgb(255, 215, 106)");
});

test("text of too little contrast is darkened on light, and lightened on dark", () => {
  equal(readable("#18a2ff", "#ffffff"), "rgb(18, 122, 191)");
  equal(readable("#222222", "#101216"), "rgb(133, 133, 133)");
});
