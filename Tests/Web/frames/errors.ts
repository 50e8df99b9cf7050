import { toBase64 } from "../../../Sources/InteractionWeb/Client/src/session/base64";

/** Returns the text message of an error in a script: `STATUS REASON retry=1000ms`. */
export function errorText(words: string): string {
  const [code, ...rest] = words.split(" ");
  const reason = rest.find((word) => !word.includes("="));
  const retry = rest.find((word) => word.startsWith("retry="));
  const details: { type: string; value: string }[] = [];
  if (reason) {
    const info = [...field(1, text(reason)), ...field(2, text("interaction.v1"))];
    details.push({ type: "google.rpc.ErrorInfo", value: toBase64(Uint8Array.from(info)) });
  }
  if (retry) {
    const milliseconds = parseFloat(retry.slice("retry=".length));
    const delay = [
      8, ...signed(Math.trunc(milliseconds / 1000)), 16, ...signed(milliseconds % 1000 * 1e6),
    ];
    details.push({ type: "google.rpc.RetryInfo", value: toBase64(Uint8Array.from(field(1, delay))) });
  }
  return JSON.stringify({ code, message: "", details });
}

function text(value: string): number[] {
  return [...new TextEncoder().encode(value)];
}

function field(number: number, bytes: number[]): number[] {
  return [number * 8 + 2, ...varint(bytes.length), ...bytes];
}

function signed(value: number): number[] {
  if (value >= 0) return varint(value);
  // Ten bytes: seven bits each of 64.
  const bits = BigInt.asUintN(64, BigInt(value));
  return Array.from({ length: 10 }, (_, place) =>
    Number((bits >> BigInt(7 * place)) & 127n) + (place < 9 ? 128 : 0));
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [value % 128 + 128, ...varint(Math.floor(value / 128))];
}
