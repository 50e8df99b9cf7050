import type { InteractionEvent, InteractResponse, Open, Opened } from "../contract/messages";
import { EngineModule, ModuleSession } from "./engineModule";
import { InvalidExperienceError, ModuleError, violations } from "./moduleError";
import type { ModuleSource } from "./moduleSource";
import type { LocalEngine, OfflinePolicy } from "./policy";

/** The address of the module: beside this file. */
const MODULE = "interaction.wasm";
/** The time without a reachable server after which the client decides, ms. */
const DEFAULT_AFTER = 3000;

/**
 * Loads the engine that decides without a server.
 *
 * @param module The module's address or content. Default: `interaction.wasm` beside this file.
 * @throws ModuleError with the cause and the remedy.
 */
export async function loadEngine(
  module: string | URL | ModuleSource = new URL(MODULE, import.meta.url),
): Promise<LocalEngine> {
  const isAddress = typeof module === "string" || module instanceof URL;
  return localEngine(await EngineModule.load(isAddress ? fetch(String(module)) : module));
}

/** Returns the engine that decides by a module, for one session at a time. */
export function localEngine(module: EngineModule): LocalEngine {
  let session: ModuleSession | undefined;
  return (policy, { code, reason }, down, open, events, newest, served, receive, fail) => {
    const options: OfflinePolicy = policy === "decide" ? {} : policy;
    const isUnreachable = code === "unavailable" && reason === "";
    if (!isUnreachable || down < (options.after ?? DEFAULT_AFTER) * 1000) return undefined;
    let sequence = 1;
    const answerTo = (event: InteractionEvent) =>
      answer(session!.handle({ events: { firstSequence: sequence++, events: [event] } }));
    /** Reports the frames, or else the error. */
    const attempt = (frames: () => InteractResponse[]) => {
      try {
        // Nothing is reported until all is decided.
        frames().forEach(receive);
        return true;
      } catch (error) {
        fail(error);
        return false;
      }
    };
    const isOpen = attempt(() => {
      session?.end();
      session = undefined;
      const [opening, opened] = openSession(module, experiences(options, newest, served), open);
      session = opened;
      return [opening, ...events.map(answerTo)];
    });
    return isOpen ? (event) => void attempt(() => [answerTo(event)]) : undefined;
  };
}

/**
 * Returns the experiences to decide by, the preferred one first, each with its digest and the
 * session's variant.
 */
function experiences(
  { experience: localExperience, followsServer = true }: OfflinePolicy, newest?: Opened,
  served?: Opened,
): Opened[] {
  const found: Opened[] = [];
  if (served && followsServer) {
    // Another version than the session's is in none of its variants.
    const isNewest = served.experienceDigest === newest?.experienceDigest;
    found.push({ ...served, variant: isNewest ? served.variant : "" });
  }
  if (localExperience) found.push({ localExperience });
  return found;
}

/** Opens a session by the first experience that fits, and returns the frame of its opening. */
function openSession(
  module: EngineModule, experiences: readonly Opened[], open: Open,
): [InteractResponse, ModuleSession] {
  let failure: unknown;
  for (const { localExperience, experienceDigest, variant } of experiences) {
    try {
      const session = module.openSession(localExperience ?? new Uint8Array());
      const frame = answer(session.handle({ open: localOpen(open) }));
      if (!frame.opened) {
        session.end();
        throw new InvalidExperienceError(violations(frame));
      }
      // The module knows neither the digest nor the variant.
      frame.opened = {
        ...frame.opened, experienceDigest: experienceDigest ?? frame.opened.experienceDigest, variant,
      };
      return [frame, session];
    } catch (error) {
      if (!(error instanceof InvalidExperienceError)) throw error;
      // The error of the preferred experience tells more.
      failure ??= error;
    }
  }
  throw failure ?? new ModuleError(
    "there is no experience to decide by; give one in offline.experience, or follow the server's");
}

/** Returns an opening for the module, which decides about every sample. */
function localOpen(open: Open): Open {
  const { samplesSprings } = open.capabilities ?? {};
  return {
    ...open, capabilities: { samplesSprings }, resume: undefined, wantsLocalExperience: undefined,
  };
}

/** Returns the parts of a response that do not refer to the numbers of events. */
function answer({ opened, directives, nextDeadlineUs, notices }: InteractResponse): InteractResponse {
  return {
    opened, directives, nextDeadlineUs,
    notices: notices?.map((notice) => ({ ...notice, sequence: 0 })),
  };
}
