/** Links that carry an experience: its YAML in the hash, deflated, in base64url. */

const name = "yaml=";

/** The hash of a link that carries `yaml`. */
export async function hash(yaml: string): Promise<string> {
  const bytes = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(yaml));
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return "#" + name + btoa(binary).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** What a link carries; undefined if nothing, or nothing that can be read. */
export async function carried(hash: string): Promise<string | undefined> {
  const text = hash.replace(/^#/, "");
  if (!text.startsWith(name)) return undefined;
  try {
    const binary = atob(text.slice(name.length).replace(/-/g, "+").replace(/_/g, "/"));
    const bytes = Uint8Array.from(binary, (each) => each.charCodeAt(0));
    return new TextDecoder().decode(await through(new DecompressionStream("deflate-raw"), bytes));
  } catch {
    return undefined;
  }
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
