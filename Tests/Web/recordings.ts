// Recordings of the native engine as bytes, and their replay by interaction.wasm.
import { existsSync, readFileSync } from "node:fs";
import { decodeFields } from "../../Sources/InteractionWeb/Client/src/contract/decoder";
import { Kind, readFields } from "../../Sources/InteractionWeb/Client/src/contract/schema";
import { EngineModule } from "../../Sources/InteractionWeb/Client/src/offline/engineModule";
import { readDefinition } from "../../Sources/InteractionWeb/Pages/definition/definition";
import { field, records, varint } from "../../Sources/InteractionWeb/Pages/site/traceFile";

/** An event, or the opening, and the directives that it caused, all encoded. */
interface Step {
  readonly request: Uint8Array;
  readonly directives: Uint8Array[];
}

/** A recording: the definition, then the opening and an event per step. */
export interface Recording {
  readonly definition: Uint8Array;
  readonly steps: Step[];
}

const recordFields = readFields(
  `header${Kind.bytes}event${Kind.bytes}directive${Kind.bytes}`);
const headerFields = readFields(
  `experience=2${Kind.string}surface=4${Kind.bytes}current${Kind.bytes}timeUs${Kind.int}`
  + `definition=12${Kind.bytes}`);
const responseFields = readFields(`directives=2${Kind.bytes}*`);

const file = ".build/web/interaction.wasm";

/** The reason to skip tests of the module; false if it is built. */
export const missingModule = existsSync(file)
  ? false : `there is no ${file}; build it with scripts/web/build-wasm`;

export async function loadModule(): Promise<{ module: EngineModule; memory: WebAssembly.Memory }> {
  const { instance } = await WebAssembly.instantiate(readFileSync(file), {});
  return {
    module: EngineModule.of(instance.exports),
    memory: instance.exports.memory as WebAssembly.Memory,
  };
}

const definitions = new Map<string, Uint8Array>();

/** Returns the definition of a built-in experience. */
export function builtIn(name: string): Uint8Array {
  let definition = definitions.get(name);
  if (!definition) {
    const path = `Sources/InteractionExperience/Resources/${name}.yaml`;
    const result = readDefinition(readFileSync(path, "utf8"));
    if (result.kind !== "definition") throw new Error(`${path} is not a definition`);
    definitions.set(name, definition = result.definition);
  }
  return definition;
}

/** Returns an event's frame. */
export function eventFrame(sequence: number, event: Uint8Array): Uint8Array {
  return Uint8Array.from(field(2, [8, ...varint(sequence), ...field(2, event)]));
}

/** Reads a trace in the binary form. */
export function readRecording(bytes: Uint8Array): Recording {
  let definition = new Uint8Array();
  const steps: Step[] = [];
  for (const bytesOfRecord of records(bytes)) {
    const record = decodeFields(recordFields, bytesOfRecord) as Record<string, Uint8Array>;
    if (record.header) {
      const header = decodeFields(headerFields, record.header) as Record<string, Uint8Array>;
      definition = header.definition ?? builtIn(String(header.experience));
      const { surface, current } = header;
      const open = [
        8, 2, ...(surface ? field(7, surface) : []), ...(current ? field(9, current) : []),
        10 * 8, ...varint(Number(header.timeUs ?? 0)),
      ];
      steps.push({ request: Uint8Array.from(field(1, open)), directives: [] });
    }
    if (record.event) {
      steps.push({ request: eventFrame(steps.length, record.event), directives: [] });
    }
    if (record.directive) steps[steps.length - 1]!.directives.push(record.directive);
  }
  return { definition, steps };
}

/** Plays a recording in the module. Returns the first difference, if there is one. */
export function difference(module: EngineModule, recording: Recording): string | undefined {
  const session = module.openSession(recording.definition);
  try {
    for (const [index, { request, directives }] of recording.steps.entries()) {
      const { directives: decided = [] } =
        decodeFields(responseFields, session.handleBytes(request)) as Record<string, Uint8Array[]>;
      const [here, native] = [decided.map(hexadecimal), directives.map(hexadecimal)];
      if (here.join() !== native.join()) {
        return `event ${index}: ${here.join() || "nothing"} instead of`
          + ` ${native.join() || "nothing"}`;
      }
    }
    return undefined;
  } finally {
    session.end();
  }
}

function hexadecimal(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
