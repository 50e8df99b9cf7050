import { CallError } from "../../Sources/InteractionWeb/Pages/inspector/calls";
import type {
  ExperienceSummary, Filter, InspectorCalls, SessionCount, SessionDetails, Sessions,
} from "../../Sources/InteractionWeb/Pages/inspector/operators";
import type { CommandResult } from "../../Sources/InteractionWeb/Pages/inspector/command";

/** An engine whose answers a test sets. */
export class InspectedEngine implements InspectorCalls {
  /** The open sessions, as ID and epoch. */
  open: readonly (readonly [id: string, epoch: number])[] = [];
  /** The error of every call; undefined for none. */
  error: CallError | undefined;
  /** True while calls get no answer. */
  isSilent = false;
  asked: Filter[] = [];
  commands: unknown[] = [];
  results: readonly CommandResult[] = [];

  async sessions(filter: Filter): Promise<Sessions> {
    this.asked.push(filter);
    const found = this.open.filter(([id]) => id.startsWith(filter.sessionPrefix));
    return await this.answer({
      sessions: found.slice(0, filter.pageSize).map(([sessionId, epoch]) =>
        ({ sessionId, epoch: String(epoch) })),
      totalSize: found.length,
    });
  }

  async experiences(): Promise<readonly ExperienceSummary[]> {
    return await this.answer([{ name: "shop", activeSessions: this.open.length }]);
  }

  async counts(): Promise<readonly SessionCount[]> {
    return await this.answer([
      { experience: "shop", experienceDigest: "ab", sessions: this.open.length }]);
  }

  async command(method: string, request: unknown): Promise<readonly CommandResult[]> {
    this.commands.push([method, request]);
    if (this.results.length > 0) return await this.answer(this.results);
    throw this.error ?? new CallError("not_found", "no session");
  }

  async sources(): Promise<readonly string[]> {
    return await this.answer([]);
  }

  async session(): Promise<SessionDetails> {
    return await this.answer({});
  }

  async end(): Promise<void> {
    await this.answer(undefined);
  }

  async drain(): Promise<{ sessions?: number }> {
    return await this.answer({});
  }

  async watch(): Promise<void> {
    await this.answer(undefined);
  }

  async recording(): Promise<{ name: string; file: Blob }> {
    return await this.answer({ name: "", file: new Blob([]) });
  }

  private async answer<T>(value: T): Promise<T> {
    if (this.isSilent) return await new Promise(() => {});
    if (this.error) throw this.error;
    return value;
  }
}
