// The package's exports for mini-programs: their sockets.
import type { Connect, Socket } from "./session/socket";

/** The part of a mini-program host's socket that {@link miniProgramSocket} needs. */
export interface SocketTask {
  send(message: { data: ArrayBuffer | string }): void;
  close(end: { code: number; reason: string }): void;
  onOpen(listener: () => void): void;
  onMessage(listener: (message: { data: ArrayBuffer | string }) => void): void;
  onClose(listener: (end: { code: number; reason: string }) => void): void;
  onError(listener: (error: { errMsg: string }) => void): void;
}

/** Returns the sockets of a mini-program's host: `miniProgramSocket(wx)`. */
export function miniProgramSocket(host: {
  connectSocket(options: { url: string; protocols: string[] }): SocketTask;
}): Connect {
  return (url, offered) => {
    const task = host.connectSocket({ url, protocols: offered });
    const adapter: Socket = {
      send: (bytes) => task.send({ data: bytes.slice().buffer }),
      close: (code, reason) => task.close({ code, reason }),
    };
    // A failed connection is reported by an error alone.
    const end = (code: number, reason: string) => {
      adapter.onclose?.(code, reason);
      adapter.onclose = undefined;
    };
    task.onOpen(() => adapter.onopen?.());
    task.onMessage(({ data }) =>
      adapter.onmessage?.(typeof data === "string" ? data : new Uint8Array(data)));
    task.onClose(({ code, reason }) => end(code, reason));
    task.onError(({ errMsg }) => end(1006, errMsg));
    return adapter;
  };
}
