import { equal } from "node:assert/strict";
import { test } from "node:test";
import { color, mask, origin, shadow, transform } from "../../Sources/InteractionWeb/Client/src/dom/style";
import { values } from "../../Sources/InteractionWeb/Client/src/presenter/elementValues";

test("a view as the layout has it has no styles", () => {
  const still = values();
  equal(transform(still) + shadow(still) + mask(still), "");
  equal(origin(still), "50% 50%");
});

test("a transform is written from the outside in", () => {
  const all = {
    ...values(), translation: { x: 3, y: -4, z: 5 }, rotation: { x: 0.1, y: 0.2, z: 0.3 },
    scale: 2, scaleX: 0.5, scaleY: 1.5, perspective: -0.002,
  };
  equal(transform(all),
    "translate(3px,-4px)matrix3d(1,0,0,0,0,1,0,0,0,0,1,-0.002,0,0,0,1)translateZ(5px)"
    + "rotateX(0.1rad)rotateY(0.2rad)rotate(0.3rad)scale(1,3)");
  equal(transform({ ...values(), scale: 0.5 }), "scale(0.5,0.5)");
  equal(transform({ ...values(), translation: { x: 0, y: 7, z: 0 } }), "translate(0px,7px)");
});

test("a shadow's blur is twice its radius", () => {
  const some = { ...values(), shadow: { opacity: 0.4, offset: { x: 1, y: 2 }, radius: 3 } };
  equal(shadow(some), "1px 2px 6px rgb(0 0 0/0.4)");
});

test("a circle stands in the middle, an ellipse at the origin", () => {
  const moved = { ...values(), origin: { x: 0.25, y: 1 } };
  equal(mask({ ...moved, mask: { kind: "circle", diameter: 80 } }), "circle(40px at 50% 50%)");
  equal(mask({ ...moved, mask: { kind: "ellipse", width: 30, height: 60 } }),
    "ellipse(15px 30px at 25% 100%)");
});

test("what is no colour is another one", () => {
  equal(color("18A2ff", "red"), "#18A2ff");
  for (const wrong of ["", "fff", "18A2FF80", "red);x:url(", undefined]) equal(color(wrong, "red"), "red");
});
