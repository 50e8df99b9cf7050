import { ModuleError } from "./moduleError";

/** The bytes of the module, or the response that contains them. */
export type ModuleSource = BufferSource | Response | Promise<BufferSource | Response>;

/**
 * Compiles the module.
 *
 * @throws ModuleError with the cause and the remedy.
 */
export async function compile(source: ModuleSource): Promise<WebAssembly.Module> {
  if (typeof WebAssembly !== "object") {
    throw new ModuleError("there is no WebAssembly here; update the browser to decide offline");
  }
  const found = await reached(source);
  const place = "url" in found && found.url ? found.url : "the module";
  let bytes: BufferSource;
  try {
    bytes = "arrayBuffer" in found ? await found.arrayBuffer() : found;
  } catch (error) {
    throw new ModuleError(`${place} ended early (${error}); check the connection and the server`);
  }
  try {
    return await WebAssembly.compile(bytes);
  } catch (error) {
    const remedy = /content security policy|unsafe-eval|code generation/i.test(String(error))
      ? "allow 'wasm-unsafe-eval' in script-src of the Content-Security-Policy"
      : "serve interaction.wasm, whole, as scripts/web/build-wasm makes it";
    throw new ModuleError(`${place} cannot be compiled (${error}); ${remedy}`);
  }
}

async function reached(source: ModuleSource): Promise<BufferSource | Response> {
  let found: BufferSource | Response;
  try {
    found = await source;
  } catch (error) {
    throw new ModuleError(
      `the module cannot be fetched (${error}); check its address, and connect-src of the`
        + " Content-Security-Policy");
  }
  if ("arrayBuffer" in found && !found.ok) {
    throw new ModuleError(
      `${found.url || "the module"} is answered with ${found.status}; serve interaction.wasm there,`
        + " or name its address in offline.module");
  }
  return found;
}
