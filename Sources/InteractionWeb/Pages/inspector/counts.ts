import type { ExperienceSummary, SessionCount } from "./operators";

/** The answers of an engine that are added up. */
export interface CountedEngine {
  readonly name: string;
  readonly experiences: readonly ExperienceSummary[];
  readonly counts: readonly SessionCount[];
}

/** The number of sessions with a version or variant, by engine and in total. */
export interface CountRow {
  readonly experience: string;
  /** The digest of the version, or the name of the variant; empty for the sessions in none. */
  readonly name: string;
  readonly byEngine: ReadonlyMap<string, number>;
  readonly total: number;
}

/** Returns the experiences of all engines, by name, with the sum of their sessions. */
export function joinedExperiences(engines: readonly CountedEngine[]): ExperienceSummary[] {
  const joined = new Map<string, ExperienceSummary>();
  for (const each of engines.flatMap(({ experiences }) => experiences)) {
    const { name = "", activeSessions = 0 } = each;
    const known = joined.get(name);
    joined.set(name, {
      ...(known ?? each), activeSessions: (known?.activeSessions ?? 0) + activeSessions,
    });
  }
  return [...joined.values()].sort((a, b) => ((a.name ?? "") < (b.name ?? "") ? -1 : 1));
}

/** Returns the number of sessions of each version. */
export function countsByVersion(engines: readonly CountedEngine[]): CountRow[] {
  return rows(engines, ({ experienceDigest = "" }) => experienceDigest);
}

/** Returns the number of sessions of each variant, of the experiences that have variants. */
export function countsByVariant(engines: readonly CountedEngine[]): CountRow[] {
  const found = rows(engines, ({ variant = "" }) => variant);
  const varied = new Set(
    found.filter(({ name }) => name !== "").map(({ experience }) => experience));
  return found.filter(({ experience }) => varied.has(experience));
}

/** Adds up the counts with the same name, by experience and then the largest first. */
function rows(
  engines: readonly CountedEngine[], nameOf: (count: SessionCount) => string,
): CountRow[] {
  const sums = new Map<string, CountRow & { readonly byEngine: Map<string, number> }>();
  for (const engine of engines) {
    for (const count of engine.counts) {
      const { experience = "", sessions = 0 } = count;
      const name = nameOf(count);
      const key = JSON.stringify([experience, name]);
      const { byEngine = new Map<string, number>(), total = 0 } = sums.get(key) ?? {};
      byEngine.set(engine.name, (byEngine.get(engine.name) ?? 0) + sessions);
      sums.set(key, { experience, name, byEngine, total: total + sessions });
    }
  }
  return [...sums.values()].sort((a, b) =>
    compared(a.experience, b.experience) || b.total - a.total || compared(a.name, b.name));
}

function compared(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}
