import { decode, encode } from "../contract/codec";
import { MessageType } from "../contract/fields";
import type { FieldViolation, InteractRequest, InteractResponse } from "../contract/messages";
import { InvalidExperienceError, ModuleError, violations } from "./moduleError";
import { compile, ModuleSource } from "./moduleSource";

/** A function of the module. Lengths are of its input and its output, bytes. */
type ModuleFunction = (...numbers: number[]) => number;

/** The functions that a module of this version has. */
const FUNCTIONS = ["reserve", "output", "check", "create_session", "handle", "end_session"];

/**
 * An instance of `interaction.wasm`: the engine's core, which decides about sessions without a
 * server.
 *
 * A trap makes the instance unusable: each later call throws.
 */
export class EngineModule {
  private trap?: ModuleError;

  private constructor(private readonly functions: Record<string, ModuleFunction>,
    private readonly memory: WebAssembly.Memory) {}

  /**
   * Loads a module.
   *
   * @throws ModuleError with the cause and the remedy.
   */
  static async load(source: ModuleSource): Promise<EngineModule> {
    const module = await compile(source);
    let exports: WebAssembly.Exports;
    try {
      ({ exports } = await WebAssembly.instantiate(module, {}));
    } catch (error) {
      throw new ModuleError(`the module cannot start (${error}); serve the file interaction.wasm`);
    }
    return EngineModule.of(exports);
  }

  /**
   * Returns a module by the exports of an instance, for a host with its own WebAssembly.
   *
   * @throws ModuleError if a function is missing.
   */
  static of(exports: WebAssembly.Exports): EngineModule {
    const memory = exports.memory as WebAssembly.Memory | undefined;
    const missing = FUNCTIONS.filter((name) => typeof exports[name] !== "function");
    if (!memory?.buffer || missing.length > 0) {
      throw new ModuleError(
        `the module has no ${missing[0] ?? "memory"}; serve the file interaction.wasm of this`
          + " version");
    }
    return new EngineModule(exports as Record<string, ModuleFunction>, memory);
  }

  /**
   * Checks an encoded `ExperienceDefinition`, and returns warnings: valid parts that are probably
   * mistakes.
   *
   * @throws InvalidExperienceError if the definition is invalid; ModuleError after a trap.
   */
  check(definition: Uint8Array): readonly FieldViolation[] {
    this.write(definition);
    const length = this.run("check", definition.length);
    const found = this.violations(length);
    if (length < 0) throw new InvalidExperienceError(found);
    return found;
  }

  /**
   * Opens a session that runs an encoded `ExperienceDefinition`. Its first request is `open`.
   *
   * @throws InvalidExperienceError if the definition is invalid; ModuleError after a trap.
   */
  openSession(definition: Uint8Array): ModuleSession {
    this.write(definition);
    const session = this.run("create_session", definition.length);
    if (session > 0) return new ModuleSession(this, session);
    throw new InvalidExperienceError(this.violations(session));
  }

  /**
   * Handles an encoded request of a session, and returns the encoded response.
   *
   * @throws ModuleError if the session has ended, and after a trap.
   */
  handle(session: number, request: Uint8Array): Uint8Array {
    this.write(request);
    const length = this.run("handle", session, request.length);
    if (length < 0) throw new ModuleError("the session has ended; open another one");
    return this.read(length);
  }

  /** Ends a session, and frees its memory. */
  end(session: number): void {
    this.run("end_session", session);
  }

  private write(input: Uint8Array): void {
    const at = this.run("reserve", input.length);
    // The memory may have grown, which detaches earlier views.
    new Uint8Array(this.memory.buffer, at, input.length).set(input);
  }

  /** Returns the violations in the output of a check. */
  private violations(length: number): readonly FieldViolation[] {
    return violations(decode(MessageType.InteractResponse, this.read(Math.abs(length))));
  }

  private read(length: number): Uint8Array {
    const at = this.run("output");
    return new Uint8Array(this.memory.buffer, at, length).slice();
  }

  private run(name: string, ...numbers: number[]): number {
    if (this.trap) throw this.trap;
    try {
      return this.functions[name]!(...numbers);
    } catch (error) {
      this.trap = new ModuleError(`the module has failed in ${name} (${error}); report this defect`);
      throw this.trap;
    }
  }
}

/** A session in the module. It has no clock: the times are those of the requests. */
export class ModuleSession {
  constructor(private readonly module: EngineModule, private readonly session: number) {}

  /** Handles a request, and returns the response. */
  handle(request: InteractRequest): InteractResponse {
    return decode(
      MessageType.InteractResponse, this.handleBytes(encode(MessageType.InteractRequest, request)));
  }

  /** Handles an encoded request, and returns the encoded response. */
  handleBytes(bytes: Uint8Array): Uint8Array {
    return this.module.handle(this.session, bytes);
  }

  /** Ends the session, and frees its memory. */
  end(): void {
    this.module.end(this.session);
  }
}
