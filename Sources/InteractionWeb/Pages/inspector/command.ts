import { CallError, messageOf } from "./calls";

/** The result of a command in a session, in protobuf's JSON. */
export interface CommandResult {
  readonly sessionId?: string;
  readonly outcome?: string;
  readonly reason?: string;
  readonly violation?: { readonly field?: string; readonly description?: string };
}

/** An engine to which commands are sent. */
export interface CommandedEngine {
  readonly name: string;
  readonly calls: {
    command(method: string, request: unknown): Promise<readonly CommandResult[]>;
  };
}

/** A command: a method of `ControlService` with its fields, except for `command`. */
export interface Command {
  readonly method: string;
  readonly fields: object;
  /** The recipient: all sessions of a user, or one session. */
  readonly recipient: { readonly user: string } | { readonly sessionId: string };
  /** The ID, by which a session carries out the command once, however often it arrives. */
  readonly id: string;
}

/** The outcome of a command, a line for each session and each engine that failed. */
export interface CommandReport {
  readonly lines: readonly string[];
  /** True if a session has carried it out. */
  readonly isDone: boolean;
}

/** The number of attempts while no engine has a recipient, since sessions move. */
const attempts = 4;

/**
 * Sends a command to all engines, since the sessions of a user may be on several.
 *
 * @param wait - Waits between two attempts.
 */
export async function send(
  command: Command, engines: readonly CommandedEngine[], wait: () => Promise<void>,
): Promise<CommandReport> {
  const request = {
    ...command.fields, command: { commandId: command.id, ...command.recipient },
  };
  for (let attempt = 1; ; attempt += 1) {
    const answers = await Promise.all(engines.map(async ({ name, calls }) => {
      try {
        return { name, results: await calls.command(command.method, request) };
      } catch (error) {
        return { name, results: [], error };
      }
    }));
    const failures = answers.filter(({ error }) => error !== undefined && !isMissing(error));
    const results = answers.flatMap(({ name, results }) =>
      results.map((result) => ({ name, result })));
    if (results.length > 0 || failures.length > 0 || attempt === attempts) {
      const lines = [
        ...results.map(({ name, result }) => at(name, told(result))),
        ...new Set(failures.map(({ name, error }) => at(name, messageOf(error)))),
      ];
      return {
        lines: lines.length > 0 ? lines : ["No engine has the recipient's session."],
        isDone: results.some(({ result: { outcome = "" } }) => /APPLIED|UNCONFIRMED/.test(outcome)),
      };
    }
    await wait();
  }
}

/** Returns whether an engine has no session of the recipient. */
function isMissing(error: unknown): boolean {
  return error instanceof CallError && error.code === "not_found";
}

function at(engine: string, text: string): string {
  return engine === "" ? text : `${engine}: ${text}`;
}

function told({ sessionId = "", outcome = "", reason, violation }: CommandResult): string {
  const parts = [outcome.replace("COMMAND_OUTCOME_", ""), reason?.replace("REFUSAL_REASON_", "")]
    .map((part) => part?.toLowerCase().replace(/_/g, " "));
  const problem = violation ? `${violation.field ?? ""} ${violation.description ?? ""}` : undefined;
  return `${sessionId} ${[...parts, problem].filter(Boolean).join(": ")}`;
}
