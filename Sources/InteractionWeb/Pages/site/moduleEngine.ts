import { decode } from "../../Client/src/contract/codec";
import { MessageType } from "../../Client/src/contract/fields";
import type { Socket } from "../../Client/src/session/socket";
import type { Problem } from "../playground/editor";
import type {
  ApplyResult, Experience, Listing, PlaygroundEngine, ReplayResult, SaveResult
} from "../playground/engine";
import type { ComparedTexts, OutcomeResult } from "../playground/outcomeRequests";
import { checked } from "./checking";
import { Comparisons } from "./comparisons";
import { ModuleWorker } from "./moduleWorker";
import { Recordings } from "./recordings";
import { builtIn } from "./siteData";

/** The engine in the page: a worker runs the module. Nothing is sent anywhere. */
export class ModuleEngine implements PlaygroundEngine {
  readonly url = "page:";
  readonly savesByDownload = true;
  readonly traceExtension = "trace";
  readonly savingHint = "";
  readonly recordingsHint = "To play other recordings, drop traces on this page.";
  readonly worker = new ModuleWorker();
  private readonly recordings = new Recordings();
  private readonly comparisons = new Comparisons(this.worker, this.recordings);
  /** The definitions by which sessions open, by name. */
  private readonly definitions = new Map<string, Uint8Array>();

  readonly connect = (): Socket => {
    // The first frame names the experience.
    let inner: Socket | undefined;
    const outer: Socket = {
      send: (bytes) => {
        if (inner) inner.send(bytes);
        else inner = this.begin(outer, bytes);
      },
      close: (code, reason) => {
        if (inner) inner.close(code, reason);
        else setTimeout(() => outer.onclose?.(code, reason));
      },
    };
    setTimeout(() => outer.onopen?.());
    return outer;
  };

  async experiences(): Promise<readonly Experience[]> {
    return builtIn();
  }

  async check(yaml: string): Promise<readonly Problem[]> {
    const text = await checked(yaml, this.worker);
    return text.kind === "invalid" ? text.problems : text.warnings;
  }

  async apply(yaml: string): Promise<ApplyResult> {
    const text = await checked(yaml, this.worker);
    if (text.kind === "invalid") return { problems: text.problems };
    this.definitions.set(text.name, text.definition);
    return { experience: text.name };
  }

  async files(): Promise<Listing> {
    return { files: [] };
  }

  async open(name: string): Promise<never> {
    throw new Error(`there is no file '${name}' in this page; choose a built-in experience`);
  }

  async save(): Promise<SaveResult> {
    throw new Error("this page has no folder; download the text instead");
  }

  async replay(trace: File): Promise<ReplayResult> {
    const { name, bytes } = await this.recordings.read(trace);
    const definition = await this.definition(this.recordings.experience(bytes));
    const result = await this.worker.ask("replay", definition, bytes);
    this.recordings.add(name, bytes);
    return result;
  }

  outcomes(
    texts: ComparedTexts, sample: number | undefined, signal: AbortSignal
  ): Promise<OutcomeResult> {
    return this.comparisons.outcomes(texts, sample, signal);
  }

  differences(texts: ComparedTexts, recording: string): Promise<readonly string[]> {
    return this.comparisons.differences(texts, recording);
  }

  async trace(session: string): Promise<Blob> {
    const bytes = this.recordings.newest(session);
    if (!bytes) throw new Error("the session has no recording yet");
    return new Blob([bytes]);
  }

  /**
   * Returns the definition of the built-in or the opened experience that a trace names; empty if
   * the trace has its own.
   */
  private async definition(name: string | undefined): Promise<Uint8Array> {
    if (name === undefined) return new Uint8Array();
    const yaml = builtIn().find((each) => each.name === name)?.yaml;
    const text = yaml === undefined ? undefined : await checked(yaml, this.worker);
    const definition = text?.kind === "valid" ? text.definition : this.definitions.get(name);
    if (definition) return definition;
    throw new Error(`the trace is of '${name}', which is not here; open its text first`);
  }

  /** Opens a session with its first frame. */
  private begin(outer: Socket, bytes: Uint8Array): Socket {
    const { open } = decode(MessageType.InteractRequest, bytes);
    const { experience = "", sessionId = "" } = open ?? {};
    const definition = this.definitions.get(experience) ?? new Uint8Array();
    const socket = this.recordings.follow(sessionId, definition, this.worker.open(definition));
    socket.onmessage = (data) => outer.onmessage?.(data);
    socket.onclose = (code, reason) => outer.onclose?.(code, reason);
    socket.send(bytes);
    return socket;
  }
}
