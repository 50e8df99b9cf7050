// Mini-programs have neither TextDecoder nor TextEncoder.

const REPLACEMENT = 0xfffd;

/**
 * Text from UTF-8. As with a TextDecoder, what is malformed becomes U+FFFD; a byte order mark is
 * kept, as protobuf wants it.
 */
export function decodeText(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; ) {
    const lead = bytes[at++]!;
    // Some leads would spell what has a shorter form, a surrogate, or what is beyond U+10FFFF.
    let least = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
    let most = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
    const isLead = lead >= 0xc2 && lead < 0xf5;
    let missing = isLead ? 1 + Number(lead >= 0xe0) + Number(lead >= 0xf0) : 0;
    let code = isLead ? lead & (0x3f >> missing) : lead < 0x80 ? lead : REPLACEMENT;
    for (; missing > 0; missing--) {
      const next = bytes[at] ?? 0;
      if (next < least || next > most) {
        code = REPLACEMENT;
        break;
      }
      code = (code << 6) | (next & 0x3f);
      [least, most] = [0x80, 0xbf];
      at++;
    }
    text += String.fromCodePoint(code);
  }
  return text;
}

/** Text as UTF-8. As with a TextEncoder, half a surrogate pair becomes U+FFFD. */
export function encodeText(text: string): number[] {
  const bytes: number[] = [];
  for (const character of text) {
    const point = character.codePointAt(0)!;
    const code = point >> 11 === 0xd800 >> 11 ? REPLACEMENT : point;
    const more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    bytes.push(more ? ((0xff80 >> more) & 0xff) | (code >> (6 * more)) : code);
    for (let left = more - 1; left >= 0; left--) bytes.push(0x80 | ((code >> (6 * left)) & 0x3f));
  }
  return bytes;
}
