import type { FieldViolation, InteractResponse } from "../contract/messages";

/** An error of the module, with its cause and the remedy. */
export class ModuleError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ModuleError";
  }
}

/** The error of a definition by which the module cannot decide. */
export class InvalidExperienceError extends Error {
  constructor(
    /** The problems, one for each field. */
    readonly violations: readonly FieldViolation[],
  ) {
    const problems = violations.map(({ field, description }) => `${field} ${description}`);
    super(`the module cannot decide by the experience: ${problems.join("; ")}`);
    this.name = "InvalidExperienceError";
  }
}

/** Returns the violations that a response names. */
export function violations({ notices = [] }: InteractResponse): FieldViolation[] {
  return notices.flatMap((notice) => notice.violations ?? []);
}
