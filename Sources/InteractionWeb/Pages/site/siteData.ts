import { fromBase64 } from "../../Client/src/session/base64";
import type { Experience } from "../playground/engine";

/** A bundled recording, in the binary form of traces. */
export interface BundledTrace {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The content of engine.js, which scripts/web/build makes. Bytes are in base64. */
interface EngineScript {
  readonly worker: string;
  readonly module: string;
  readonly experiences: readonly Experience[];
  readonly traces: readonly { readonly name: string; readonly bytes: string }[];
}

declare global {
  // Pages opened from a file cannot fetch files: a script has their content.
  // eslint-disable-next-line no-var
  var interactionEngine: EngineScript | undefined;
}

function script(): EngineScript {
  if (globalThis.interactionEngine) return globalThis.interactionEngine;
  throw new Error("engine.js is missing beside this page; copy the site's whole folder");
}

/** Starts the worker that runs the module. */
export function startWorker(): Worker {
  const { worker } = script();
  if (typeof WebAssembly === "undefined" || typeof Worker === "undefined") {
    throw new Error(
      "this browser has WebAssembly turned off, as the lockdown mode does; allow it for this page, "
      + "or use another browser");
  }
  const url = URL.createObjectURL(new Blob([worker], { type: "text/javascript" }));
  try {
    return new Worker(url);
  } finally {
    // The worker has begun to load.
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  }
}

/** Returns the bytes of interaction.wasm. */
export function moduleBytes(): Uint8Array {
  return fromBase64(script().module);
}

/** Returns the built-in experiences. */
export function builtIn(): readonly Experience[] {
  return script().experiences;
}

/** Returns the bundled recordings. */
export function bundledTraces(): readonly BundledTrace[] {
  return script().traces.map(({ name, bytes }) => ({ name, bytes: fromBase64(bytes) }));
}
