import { decode, encode } from "../../Sources/InteractionWeb/Client/src/contract/codec";
import { MessageType } from "../../Sources/InteractionWeb/Client/src/contract/fields";
import type { InteractionEvent, InteractRequest, InteractResponse }
  from "../../Sources/InteractionWeb/Client/src/contract/messages";

/** A definition that the fake accepts; others are invalid. */
export const DEFINITION = Uint8Array.of(1, 2, 3);
/** The tab of the tap that makes the fake trap. */
export const TRAP_TAB = 66;
/** The exports of a module that answers each tap with the selection of its tab. */
export class FakeModule {
  /** The requests of all sessions, in order. */
  readonly requests: InteractRequest[] = [];
  /** The sessions that have begun and not ended. */
  open = 0;
  /** The time from a tap to the deadline, µs; a tick at the deadline gives a directive. */
  delay = 500_000;
  private sequence = 0;
  private deadline?: number;
  private written = new Uint8Array();
  private readonly memory = new WebAssembly.Memory({ initial: 1 });

  get exports(): WebAssembly.Exports {
    return {
      memory: this.memory, reserve: () => 8, output: () => 1024,
      check: () => this.write({}),
      create_session: (length: number) => {
        if (this.input(length).join() === DEFINITION.join()) return (this.open += 1);
        const violations = [{ field: "toggles[0].up", description: "is 7" }];
        return -this.write({ notices: [{ violations }] });
      },
      handle: (_: number, length: number) =>
        this.write(this.answer(decode(MessageType.InteractRequest, this.input(length)))),
      end_session: () => void (this.open -= 1),
    };
  }

  private answer(request: InteractRequest): InteractResponse {
    this.requests.push(request);
    if (request.open) {
      this.sequence = 0;
      const selection = { selected: request.open.current?.selectedTab ?? 0 };
      return { opened: {
        outcome: "new", experience: "fake", snapshot: { settings: [{ generation: 1, selection }] },
      } };
    }
    const { events = [], firstSequence = 0 } = request.events ?? {};
    const directives = events.flatMap((event) => this.decided(event));
    return {
      directives, ackedEvent: firstSequence + events.length - 1, nextDeadlineUs: this.deadline,
    };
  }

  private decided({ tap, tick, timeUs = 0 }: InteractionEvent): InteractResponse["directives"] & {} {
    if (tap?.tab === TRAP_TAB) throw new WebAssembly.RuntimeError("unreachable");
    if (tap) this.deadline = timeUs + this.delay;
    else if (!tick || timeUs < (this.deadline ?? Infinity)) return [];
    else this.deadline = undefined;
    this.sequence += 1;
    return [{
      sequence: this.sequence, atUs: timeUs,
      settings: tap && [{ generation: 10 + this.sequence, selection: { selected: tap.tab } }],
    }];
  }

  private input(length: number): Uint8Array {
    return new Uint8Array(this.memory.buffer, 8, length);
  }

  private write(response: InteractResponse): number {
    this.written = encode(MessageType.InteractResponse, response);
    // Grown memory detaches the views that a caller holds.
    this.memory.grow(1);
    new Uint8Array(this.memory.buffer, 1024).set(this.written);
    return this.written.length;
  }
}
