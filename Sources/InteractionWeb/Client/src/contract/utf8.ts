// Mini-programs have neither TextDecoder nor TextEncoder.

/**
 * Decodes UTF-8. Keeps a byte order mark, as protobuf requires.
 *
 * @throws URIError if the bytes are not UTF-8, which makes the whole message invalid.
 */
export function decodeText(bytes: Uint8Array): string {
  let escaped = "";
  for (const byte of bytes) escaped += "%" + (byte + 256).toString(16).slice(1);
  return decodeURIComponent(escaped);
}

/** Encodes UTF-8. A lone surrogate becomes U+FFFD, as with a TextEncoder. */
export function encodeText(text: string): number[] {
  const escaped = encodeURIComponent(text.replace(/[\ud800-\udfff]/gu, "\ufffd"));
  return (escaped.match(/%..|./g) ?? []).map((each) =>
    each.length > 1 ? parseInt(each.slice(1), 16) : each.charCodeAt(0));
}
