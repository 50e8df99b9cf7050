/**
 * Links that contain an experience in the hash: its YAML, deflated, in base64url; for a user's file
 * also the name and the version that the YAML is based on.
 */

/**
 * Returns the hash of a link.
 *
 * @param yaml - The text; undefined for the file's own.
 */
export async function hash(
  yaml: string | undefined, file?: { readonly name: string; readonly version: string }
): Promise<string> {
  const parts: string[] = [];
  if (file) parts.push(`file=${encodeURIComponent(file.name)}`);
  if (yaml !== undefined) {
    if (file) parts.push(`version=${file.version}`);
    parts.push(`yaml=${await packed(yaml)}`);
  }
  return `#${parts.join("&")}`;
}

async function packed(yaml: string): Promise<string> {
  const bytes = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(yaml));
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** Returns the text in a link; undefined if it has none or an invalid one. */
export async function textOfLink(hash: string): Promise<string | undefined> {
  const text = parts(hash).get("yaml");
  if (text === null) return undefined;
  try {
    const binary = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
    const bytes = Uint8Array.from(binary, (each) => each.charCodeAt(0));
    return new TextDecoder().decode(await through(new DecompressionStream("deflate-raw"), bytes));
  } catch {
    return undefined;
  }
}

/** Returns the file that a link names, with the version that was edited; undefined if none. */
export function fileOfLink(hash: string): { name: string; version?: string } | undefined {
  const name = parts(hash).get("file");
  const version = parts(hash).get("version");
  return name === null ? undefined : { name, ...(version === null ? {} : { version }) };
}

function parts(hash: string): URLSearchParams {
  return new URLSearchParams(hash.replace(/^#/, ""));
}

/** The maximum size of a decompressed text: that of an experience's definition. */
const most = 256 * 1024;

async function through(
  stream: { readable: ReadableStream<Uint8Array>; writable: WritableStream<BufferSource> },
  bytes: Uint8Array
): Promise<Uint8Array> {
  const writer = stream.writable.getWriter();
  // An invalid format also fails on the reading side.
  writer.write(bytes).then(() => writer.close()).catch(() => undefined);
  const reader = stream.readable.getReader();
  const parts: number[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Uint8Array.from(parts);
    for (const byte of value ?? []) parts.push(byte);
    if (parts.length > most) throw new RangeError(`the text has more than ${most} bytes`);
  }
}
