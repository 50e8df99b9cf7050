import type { Socket } from "../../Client/src/session/socket";
import { SessionRecording } from "./sessionRecording";
import { readTrace } from "./traceFile";

/** The maximum size of a dropped trace, bytes. */
const most = 16 * 1024 * 1024;
/** The maximum number of the page's own sessions that are kept. */
const mostSessions = 20;

/** The recordings of the page: its own sessions, and dropped traces. */
export class Recordings {
  private readonly dropped = new Map<string, Uint8Array>();
  private sessions: { readonly id: string; readonly recording: SessionRecording }[] = [];

  /** All recordings, by name. */
  get all(): ReadonlyMap<string, Uint8Array> {
    const own = this.sessions.filter(({ recording }) => recording.hasBegun)
      .map(({ id, recording }, index) => [`${id}.${index + 1}`, recording.bytes] as const);
    return new Map([...this.dropped, ...own]);
  }

  /** Returns the newest recording of a session; undefined if there is none. */
  newest(session: string): Uint8Array | undefined {
    return [...this.sessions].reverse()
      .find(({ id, recording }) => id === session && recording.hasBegun)?.recording.bytes;
  }

  /** Records a session's connection. */
  follow(session: string, definition: Uint8Array, socket: Socket): Socket {
    const recording = new SessionRecording(definition);
    this.sessions = [...this.sessions.slice(1 - mostSessions), { id: session, recording }];
    return recording.follow(socket);
  }

  add(name: string, bytes: Uint8Array): void {
    this.dropped.set(name, bytes);
  }

  /**
   * Reads a dropped file.
   *
   * @throws Error if it is too large.
   */
  async read(file: File): Promise<{ name: string; bytes: Uint8Array }> {
    if (file.size > most) {
      throw new Error(`the file has ${megabytes(file.size)} MB; at most ${megabytes(most)} MB can `
        + "be replayed in a page; use: interaction-load replay");
    }
    return { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
  }

  /**
   * Returns the experience that a trace names; undefined if the trace has the definition.
   *
   * @throws Error if the file is not a trace, or has neither.
   */
  experience(bytes: Uint8Array): string | undefined {
    const { definition, experience } = readTrace(bytes).header;
    if (definition) return undefined;
    if (experience) return experience;
    throw new Error("the trace names no experience; add a line such as: experience home-refined");
  }
}

function megabytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(0);
}
