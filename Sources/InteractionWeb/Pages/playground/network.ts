import type { Connect, Socket } from "../../Client/src/session/socket";

/** A simulated network with an adjustable delay, which can be cut. */
export class Network {
  /** The one-way delay of a message, ms. */
  delay = 0;
  private current: DelayedSocket | undefined;
  private downUntil = 0;

  /** @param open - Opens the connections that carry the messages. */
  constructor(private readonly open: Connect) {}

  /** Opens connections over this network. */
  readonly connect: Connect = (url, protocols) => {
    const wait = this.downUntil - performance.now();
    if (wait > 0) return deadSocket();
    this.current = new DelayedSocket(this.open(url, protocols), () => this.delay);
    return this.current;
  };

  /**
   * Drops the connection without notice to either side, and fails new ones for `time` ms. Then
   * reports that the network is back, as browsers do.
   */
  cut(time: number, back: () => void): void {
    this.downUntil = performance.now() + time;
    setTimeout(back, time + 1);
    this.current?.drop();
    this.current = undefined;
  }
}

/** A socket that delays messages in both directions, in order. */
class DelayedSocket implements Socket {
  onopen?: () => void;
  onmessage?: (data: Uint8Array | string) => void;
  onclose?: (code: number, reason: string) => void;
  private isOver = false;
  private readonly lines = { up: 0, down: 0 };

  constructor(private readonly socket: Socket, private readonly delay: () => number) {
    socket.onopen = () => this.later("down", () => this.onopen?.());
    socket.onmessage = (data) => this.later("down", () => this.onmessage?.(data));
    socket.onclose = (code, reason) => this.later("down", () => {
      this.isOver = true;
      this.onclose?.(code, reason);
    });
  }

  send(bytes: Uint8Array): void {
    this.later("up", () => this.socket.send(bytes));
  }

  close(code: number, reason: string): void {
    this.later("up", () => this.socket.close(code, reason));
  }

  drop(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.socket.onmessage = this.socket.onclose = this.socket.onopen = undefined;
    // The nearest to a silent socket that a page can do.
    this.socket.close(4001, "cut");
    this.onclose?.(1006, "");
  }

  /** Performs an action after the delay, in order. */
  private later(line: "up" | "down", action: () => void): void {
    const now = performance.now();
    const due = Math.max(now + this.delay(), this.lines[line]);
    const act = () => {
      if (!this.isOver) action();
    };
    if (due <= now) act();
    else {
      this.lines[line] = due;
      setTimeout(act, due - now);
    }
  }
}

/** Returns a socket that fails to connect. */
function deadSocket(): Socket {
  const socket: Socket = { send: () => {}, close: () => {} };
  setTimeout(() => socket.onclose?.(1006, ""), 60);
  return socket;
}
