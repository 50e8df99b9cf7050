// Mini-programs have neither TextDecoder nor TextEncoder.

/**
 * Text from UTF-8; a byte order mark is kept, as protobuf wants it.
 *
 * @throws URIError for what is no UTF-8: then the whole message is none, as for protobuf elsewhere.
 */
export function decodeText(bytes: Uint8Array): string {
  let escaped = "";
  for (const byte of bytes) escaped += "%" + (byte + 256).toString(16).slice(1);
  return decodeURIComponent(escaped);
}

/** Text as UTF-8. As with a TextEncoder, half a surrogate pair becomes U+FFFD. */
export function encodeText(text: string): number[] {
  const escaped = encodeURIComponent(text.replace(/[\ud800-\udfff]/gu, "\ufffd"));
  return (escaped.match(/%..|./g) ?? []).map((each) =>
    each.length > 1 ? parseInt(each.slice(1), 16) : each.charCodeAt(0));
}
