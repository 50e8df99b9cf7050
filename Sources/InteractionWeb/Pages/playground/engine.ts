import type { Connect } from "../../Client/src/session/socket";
import type { Problem } from "./editor";
import type { ComparedTexts, OutcomeResult } from "./outcomeRequests";

/** A built-in experience. */
export interface Experience {
  readonly name: string;
  readonly yaml: string;
}

/** The user's folder. */
export interface Listing {
  /** The folder; undefined if the playground was started without one. */
  readonly folder?: string;
  /** The reason why files cannot be saved; undefined if they can. */
  readonly unwritable?: string;
  /** The files, by name; an unreadable file has no version. */
  readonly files: readonly { readonly name: string; readonly version?: string }[];
}

/** The result of a save. */
export type SaveResult =
  | { readonly kind: "saved"; readonly version: string }
  | { readonly kind: "mistakes"; readonly problems: readonly Problem[] }
  /** The version on disk is not the one to replace; undefined if there is no file. */
  | { readonly kind: "changed"; readonly version?: string };

/** The result of a trace's replay. */
export interface ReplayResult {
  readonly equal: boolean;
  readonly events: number;
  readonly directives: number;
  /** The differences between the answers and the trace, line by line. */
  readonly differences: readonly string[];
}

/** The engine behind the playground's page. */
export interface PlaygroundEngine {
  /** The address at which sessions open. */
  readonly url: string;
  /** Opens the connections of sessions. */
  readonly connect: Connect;
  /** True if texts are downloaded, since the engine has no folder to save them in. */
  readonly savesByDownload: boolean;
  /** The extension of a session's trace. */
  readonly traceExtension: "txt" | "trace";
  /** The remedy if texts cannot be saved in a folder; empty if there is none to name. */
  readonly savingHint: string;
  /** The remedy if there are no recordings. */
  readonly recordingsHint: string;
  /** Returns the built-in experiences. */
  experiences(): Promise<readonly Experience[]>;
  /** Returns the problems of a text; none if it is a valid experience. */
  check(yaml: string): Promise<readonly Problem[]>;
  /** Registers an experience, and returns the name by which sessions open it. */
  apply(yaml: string): Promise<ApplyResult>;
  files(): Promise<Listing>;
  /** Reads a file from disk. */
  open(name: string): Promise<{ name: string; text: string; version: string }>;
  /** Writes a text to a file in place of a version; undefined for a new file. */
  save(save: { name: string; text: string; version: string | undefined }): Promise<SaveResult>;
  /** Replays a trace through the engine, and compares the directives. */
  replay(trace: File): Promise<ReplayResult>;
  /** Plays the recordings, or a sample, through both texts. */
  outcomes(
    texts: ComparedTexts, sample: number | undefined, signal: AbortSignal): Promise<OutcomeResult>;
  /** Returns the lines in which a recording differs under both texts. */
  differences(texts: ComparedTexts, recording: string): Promise<readonly string[]>;
  /** Returns the current trace of a session. */
  trace(session: string): Promise<Blob>;
}

/** The result of registering an experience: its name, and its problems. */
export interface ApplyResult {
  /** The name by which sessions open it; undefined if the text has errors. */
  readonly experience?: string;
  readonly problems?: readonly Problem[];
}
