import { toBase64 } from "./base64";

/** A connection to an engine that carries messages. */
export interface Socket {
  /** Sends a message. */
  send(bytes: Uint8Array): void;
  /** Closes the connection gracefully; {@link onclose} follows. */
  close(code: number, reason: string): void;
  /** Called when the connection is open. */
  onopen?: () => void;
  /** Called for each message, binary or text. */
  onmessage?: (data: Uint8Array | string) => void;
  /** Called when the connection has ended, or could not be opened. */
  onclose?: (code: number, reason: string) => void;
}

/** Opens a connection to an address, offering subprotocols. */
export type Connect = (url: string, protocols: string[]) => Socket;

/** The subprotocol with messages in protobuf's binary form. */
export const BINARY_PROTOCOL = "interaction.v1.proto";

/** Returns the subprotocols of a connection: the messages', and one that carries the token. */
export function protocols(token?: string): string[] {
  return token ? [BINARY_PROTOCOL, `interaction.bearer.${base64URL(token)}`] : [BINARY_PROTOCOL];
}

/**
 * Returns an engine's address with the routing key, by which a fleet's proxies choose an engine.
 * Other clients send the key as the header `x-interaction-key`; browsers cannot add headers to a
 * WebSocket. Each of the four variants of a key hashes to another engine.
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

/** Returns a token in the form of a subprotocol name. */
function base64URL(token: string): string {
  // Tokens are ASCII.
  const bytes = Uint8Array.from(token, (letter) => letter.charCodeAt(0));
  return toBase64(bytes).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");
}
