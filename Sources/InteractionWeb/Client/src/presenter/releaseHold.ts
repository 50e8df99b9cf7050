import type { Directive, HoldTarget } from "../contract/messages";
import { isUnderWay } from "./model";
import { isInteractive } from "./visibleState";
import type { VisibleState } from "./visibleState";

/** Keeps what a finger has let go of where it is until the engine has decided (rule D7). */
export class ReleaseHold {
  /** What is held: since when the engine's verdict counts, and until when. */
  private held?: { target: HoldTarget; since: number; until: number } | undefined;
  /** What was let go of: what the engine decided before it heard of that came too late. */
  private expired?: { target: HoldTarget; since: number; at: number } | undefined;

  /** The target that stays where the finger left it. */
  get target(): HoldTarget | undefined {
    return this.held?.target;
  }

  /** When `expire` has something to say, µs; Infinity for never. */
  get deadline(): number {
    return this.held?.until ?? Infinity;
  }

  /**
   * A finger lifts off `target`. Returns whether it is held: the engine has said beforehand for how
   * long, if a verdict is to come.
   */
  lift(target: HoldTarget, state: VisibleState, now: number): boolean {
    const span = holdSpan(target, state);
    if (span === undefined) return false;
    this.held = { target, since: now, until: now + span };
    return true;
  }

  /** Time has passed. Returns what has to be let go of, and reported. */
  expire(now: number): HoldTarget | undefined {
    return now >= this.deadline ? this.letGo(now) : undefined;
  }

  /** A finger takes hold of `target` again. Returns what has to be let go of, and reported. */
  grab(target: HoldTarget, now: number): HoldTarget | undefined {
    return this.target === target ? this.letGo(now) : undefined;
  }

  private letGo(now: number): HoldTarget | undefined {
    const { held } = this;
    if (held) this.expired = { target: held.target, since: held.since, at: now };
    this.held = undefined;
    return held?.target;
  }

  /**
   * Takes in a new directive. Returns whether it may animate: a verdict on what has been let go of
   * already must not, its settings apply at once.
   */
  receive(directive: Directive): boolean {
    const { atUs = 0 } = directive;
    const target = holdTarget(directive);
    if (!target) return true;
    if (this.held?.target === target && atUs >= this.held.since) this.held = undefined;
    const expired = this.expired;
    if (expired?.target !== target || atUs < expired.since) return true;
    // What starts at the very moment of the lift has been decided on the lift.
    const starts = directive.settings?.some(isUnderWay) ?? false;
    if (atUs < expired.at || (starts && atUs === expired.since)) return false;
    this.expired = undefined;
    return true;
  }
}

/** How long the engine wants the target to be held, µs, if it does. */
function holdSpan(target: HoldTarget, state: VisibleState): number | undefined {
  if (target === "floor") return state.floor?.holdUs || undefined;
  const pages = target === "tabs" ? state.transition : state.navigation;
  return isInteractive(pages) ? pages?.holdUs ?? 0 : undefined;
}

/** What a directive decides about, of what may be held. */
function holdTarget({ replacesAll, settings = [] }: Directive): HoldTarget | undefined {
  // Everything at once is no verdict.
  for (const { floor, links, transition, navigation } of replacesAll ? [] : settings) {
    // A page that springs back says so by its links alone.
    if (floor || links) return "floor";
    if (transition) return "tabs";
    if (navigation) return "back";
  }
  return undefined;
}
