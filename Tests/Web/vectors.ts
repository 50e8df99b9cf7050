// Scene vectors: a file's steps, each with the complete scene after it. See *Conformance*.
import { readFileSync } from "node:fs";
import { MessageType } from "../../Sources/InteractionWeb/Client/src/contract/fields";
import { fromJSON } from "../../Sources/InteractionWeb/Client/src/contract/json";
import type { Directive, InteractionEvent, Messages, Snapshot, Surface }
  from "../../Sources/InteractionWeb/Client/src/contract/messages";

/** An element's properties, in the form of vectors. */
export type ElementProperties = Record<string, unknown>;

/** The default properties of an element. */
const defaults: ElementProperties = {
  parent: null,
  frame: null,
  shows: { view: {} },
  hidden: false,
  opacity: 1,
  translation: [0, 0, 0],
  scale: [1, 1],
  rotation: [0, 0, 0],
  origin: [0.5, 0.5],
  perspective: 0,
  shadow: [0, 0, 0, 0],
  mask: null,
  contentOffset: [0, 0],
  imageFrame: null,
};

/** A step: an input, the reports before it, and the scene after it. */
export interface Step {
  line: number;
  /** The session time, ms. */
  time: number;
  event?: InteractionEvent;
  directive?: Directive;
  reports: InteractionEvent[];
  /** The elements by target, bottom first. */
  scene: Map<string, ElementProperties>;
}

/** A vector. */
export interface Vector {
  surface: Surface;
  snapshot: Snapshot;
  steps: Step[];
}

/** Reads a vector. */
export function read(file: string): Vector {
  const vector: Vector = { surface: {}, snapshot: {}, steps: [] };
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  if (lines[0] !== "scenes 2") throw new Error(`${file} is of another version: ${lines[0]}`);
  lines.forEach((line, index) => {
    const word = line.split(" ", 1)[0] ?? "";
    const rest = line.slice(word.length + 1);
    const step = vector.steps[vector.steps.length - 1];
    if (word === "surface") vector.surface = message(MessageType.Surface, rest);
    else if (word === "snapshot") vector.snapshot = message(MessageType.Snapshot, rest);
    else if (word === "at") vector.steps.push(readStep(rest, index + 1, step));
    else if (word === "report") step?.reports.push(message(MessageType.InteractionEvent, rest));
    else if (word === "order" && step) {
      const known = step.scene;
      const order: string[] = JSON.parse(rest);
      step.scene = new Map(order.map((target) => [target, known.get(target) ?? defaults]));
    } else if (word === "show" && step) {
      const { target, ...changes } = JSON.parse(rest);
      step.scene.set(target, { ...step.scene.get(target), ...changes });
    }
  });
  return vector;
}

function message<Type extends MessageType>(type: Type, json = ""): Messages[Type] {
  return fromJSON(type, JSON.parse(json));
}

function readStep(text: string, line: number, last: Step | undefined): Step {
  const [, time, call, argument] = /^(\d+) (\w+)(?: (.*))?$/.exec(text) ?? [];
  const step: Step = { line, time: Number(time) / 1000, reports: [], scene: new Map(last?.scene) };
  if (call === "see") step.event = message(MessageType.InteractionEvent, argument);
  if (call === "receive") step.directive = message(MessageType.Directive, argument);
  return step;
}
