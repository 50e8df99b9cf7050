import { toBase64 } from "./base64";

/** A connection to an engine that carries messages; what a session needs of it. */
export interface Socket {
  /** Sends a message. */
  send(bytes: Uint8Array): void;
  /** Ends the connection in good order; {@link onclose} still comes. */
  close(code: number, reason: string): void;
  /** The connection is there. */
  onopen?: () => void;
  /** A message has come, binary or text. */
  onmessage?: (data: Uint8Array | string) => void;
  /** The connection has ended, or could not be made. */
  onclose?: (code: number, reason: string) => void;
}

/** Makes a connection to an address, which offers these subprotocols. */
export type Connect = (url: string, protocols: string[]) => Socket;

/** The subprotocol whose messages are protobuf's binary form. */
export const BINARY_PROTOCOL = "interaction.v1.proto";

/** The subprotocols of a connection: the messages', and one for a token, if there is one. */
export function protocols(token?: string): string[] {
  return token ? [BINARY_PROTOCOL, `interaction.bearer.${base64URL(token)}`] : [BINARY_PROTOCOL];
}

/**
 * An engine's address with the key that proxies before a fleet choose an engine by. Other clients
 * send the key, in the same form, as the header `x-interaction-key`; browsers send no headers with a
 * WebSocket. By each of four variants of the key they choose another.
 */
export function keyed(url: string, key: string, variant = 0): string {
  const name = encodeURIComponent(key) + (variant ? `~${variant}` : "");
  return `${url}${url.includes("?") ? "&" : "?"}key=${name}`;
}

/** A browser's WebSocket. */
export const browserSocket: Connect = (url, offered) => {
  const socket = new WebSocket(url, offered);
  socket.binaryType = "arraybuffer";
  const adapter: Socket = {
    send: (bytes) => socket.send(bytes),
    close: (code, reason) => socket.close(code, reason),
  };
  socket.onopen = () => adapter.onopen?.();
  socket.onmessage = ({ data }) =>
    adapter.onmessage?.(typeof data === "string" ? data : new Uint8Array(data as ArrayBuffer));
  socket.onclose = ({ code, reason }) => adapter.onclose?.(code, reason);
  return adapter;
};

/** A token as a part of a subprotocol's name. */
function base64URL(token: string): string {
  // A token is of base64's letters and dots.
  const bytes = Uint8Array.from(token, (letter) => letter.charCodeAt(0));
  return toBase64(bytes).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");
}
