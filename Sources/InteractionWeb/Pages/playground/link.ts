/**
 * Links that carry an experience: its YAML in the hash, deflated, in base64url; and those of the
 * user's own files, with the version that the YAML is an edit of.
 */

/**
 * The hash of a link.
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

/** The text that a link carries; undefined if it has none, or none that can be read. */
export async function carried(hash: string): Promise<string | undefined> {
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

/** The file that a link names, and the version of it that was edited; undefined if none. */
export function carriedFile(hash: string): { name: string; version?: string } | undefined {
  const name = parts(hash).get("file");
  const version = parts(hash).get("version");
  return name === null ? undefined : { name, ...(version === null ? {} : { version }) };
}

function parts(hash: string): URLSearchParams {
  return new URLSearchParams(hash.replace(/^#/, ""));
}

/** Larger texts than a definition may be are not unpacked, whatever they are packed to. */
const most = 256 * 1024;

async function through(
  stream: { readable: ReadableStream<Uint8Array>; writable: WritableStream<BufferSource> },
  bytes: Uint8Array
): Promise<Uint8Array> {
  const writer = stream.writable.getWriter();
  // A wrong format fails on the reading side, too.
  writer.write(bytes).then(() => writer.close()).catch(() => undefined);
  const reader = stream.readable.getReader();
  const parts: number[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Uint8Array.from(parts);
    for (const byte of value ?? []) parts.push(byte);
    if (parts.length > most) throw new RangeError("more than a definition may be");
  }
}
