// Mini-programs have neither `atob` nor `btoa`.

/** Completed at run time, since half of it compresses better. */
const ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789+/".replace(
  /[a-z]+/, (small) => small.toUpperCase() + small);

/** Decodes base64, padded or not. */
export function fromBase64(text: string): Uint8Array {
  const bytes: number[] = [];
  let [bits, count] = [0, 0];
  for (const character of text) {
    const digit = ALPHABET.indexOf(character);
    if (digit < 0) break;
    bits = (bits << 6 | digit) & 0xffff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes.push(bits >> count & 255);
  }
  return Uint8Array.from(bytes);
}

/** Encodes bytes as padded base64. */
export function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 3) {
    const bits = bytes[at]! << 16 | (bytes[at + 1] ?? 0) << 8 | (bytes[at + 2] ?? 0);
    for (let digit = 0; digit < 4; digit += 1) {
      text += at + digit <= bytes.length ? ALPHABET[bits >> 18 - 6 * digit & 63] : "=";
    }
  }
  return text;
}
