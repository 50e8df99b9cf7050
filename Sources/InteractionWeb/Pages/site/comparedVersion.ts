import type { EngineModule } from "../../Client/src/offline/engineModule";
import type { EncodedDirective } from "./encodedDirective";
import { FigureCounter } from "./figures";
import type { FigureValues } from "./figures";
import { PlayedSession } from "./playedSession";
import { apply } from "./sameness";
import type { TraceContent } from "./traceFile";

/** The session of one text. */
export class ComparedVersion {
  readonly session: PlayedSession;
  readonly counter: FigureCounter;
  /** The figures of the exact part, once it has ended. */
  exact: FigureValues = {};
  private shown = new Map<string, string>();

  constructor(module: EngineModule, definition: Uint8Array, trace: TraceContent) {
    this.session = new PlayedSession(module, definition, trace.header);
    const { settings } = this.session;
    this.counter = new FigureCounter(settings);
    this.show([{ directive: { settings: [...settings] }, bytes: new Uint8Array() }]);
  }

  show(directives: readonly EncodedDirective[]): void {
    this.shown = apply(directives, this.shown);
  }

  count(directives: readonly EncodedDirective[]): void {
    this.counter.count(directives);
    this.show(directives);
  }

  shows(theSameAs: ComparedVersion): boolean {
    return this.shown.size === theSameAs.shown.size
      && [...this.shown].every(([aspect, content]) => theSameAs.shown.get(aspect) === content);
  }

  /** The figures after the exact part. */
  get assumed(): FigureValues {
    return Object.fromEntries(Object.entries(this.counter.values)
      .map(([name, value]) => [name, value - (this.exact[name] ?? 0)]));
  }
}
