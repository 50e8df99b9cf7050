import { decode, encode } from "../../Client/src/contract/codec";
import { MessageType } from "../../Client/src/contract/fields";
import type {
  InteractionEvent, InteractRequest, Notice, Setting, TriggerLines
} from "../../Client/src/contract/messages";
import type { EngineModule, ModuleSession } from "../../Client/src/offline/engineModule";
import { encodedDirectives } from "./encodedDirective";
import type { EncodedDirective } from "./encodedDirective";
import type { TraceContent, TraceHeader } from "./traceFile";

/** An event of a trace with the directives recorded after it; the opening has no event. */
export interface Moment {
  readonly event?: InteractionEvent;
  readonly directives: EncodedDirective[];
}

/** A session's decision about an event. */
export type Decision =
  | { readonly kind: "directives"; readonly directives: readonly EncodedDirective[] }
  | { readonly kind: "refused"; readonly reason: string };

/** Returns the opening of a trace, then its events. */
export function moments({ steps }: TraceContent): Moment[] {
  const moments: Moment[] = [{ directives: [] }];
  for (const step of steps) {
    if (step.kind === "event") moments.push({ event: step.event, directives: [] });
    else moments[moments.length - 1]?.directives.push(step);
  }
  return moments;
}

/** The error of a header by which no session opens. */
export class RefusedOpenError extends Error {}

/** A session of the module that handles the events of a trace, numbered from 1. */
export class PlayedSession {
  /** The directives of the opening. */
  readonly opening: readonly EncodedDirective[];
  /** The settings at the opening. */
  readonly settings: readonly Setting[];
  /** The newest trigger lines, by source. */
  readonly lines = new Map<string, TriggerLines>();
  private sequence = 0;
  private readonly session: ModuleSession;

  /**
   * @throws InvalidExperienceError if the definition is invalid; RefusedOpenError if the header is.
   */
  constructor(module: EngineModule, definition: Uint8Array, header: TraceHeader) {
    this.session = module.openSession(definition);
    const { surface = {}, current, timeUs } = header;
    const { opened, notices, directives } = this.handle({ open: {
      level: 2, clientName: "replay", sessionId: "replay", surface, current, timeUs,
      capabilities: { skipsSamples: true },
    } });
    if (!opened) {
      this.end();
      throw new RefusedOpenError(refusal(notices) ?? "no reason is given");
    }
    this.opening = directives;
    this.settings = opened.snapshot?.settings ?? [];
    this.setLines(opened.triggerLines);
  }

  /** Handles the next event. */
  play(event: InteractionEvent): Decision {
    this.sequence += 1;
    const { directives, notices } = this.handle(
      { events: { firstSequence: this.sequence, events: [event] } });
    const reason = refusal(notices);
    return reason === undefined ? { kind: "directives", directives } : { kind: "refused", reason };
  }

  /** Frees the session's memory. */
  end(): void {
    this.session.end();
  }

  private handle(request: InteractRequest) {
    const bytes = this.session.handleBytes(encode(MessageType.InteractRequest, request));
    const response = decode(MessageType.InteractResponse, bytes);
    this.setLines(response.triggerLines);
    return { ...response, directives: encodedDirectives(bytes, response.directives) };
  }

  private setLines(all: readonly TriggerLines[] = []): void {
    for (const lines of all) this.lines.set(lines.source ?? "", lines);
  }
}

function refusal(notices: readonly Notice[] = []): string | undefined {
  if (notices.length === 0) return undefined;
  return notices.map(({ reason, violations = [] }) =>
    violations.map(({ field, description }) => `${field} ${description}`).join("; ")
      || (reason ?? "unspecified").replace(/_/g, " ")).join("; ");
}
