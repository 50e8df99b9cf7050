import type { Directive, HoldTarget } from "../contract/messages";
import { isAnimating } from "./model";
import { isInteractive } from "./visibleState";
import type { VisibleState } from "./visibleState";

/** Holds a released target in place until the engine has decided (rule D7). */
export class ReleaseHold {
  /** The held target, with the times of the lift and of the expiry. */
  private ActiveHold?: { target: HoldTarget; since: number; until: number } | undefined;
  /** The newest expired hold: decisions made before the engine learned of its expiry are late. */
  private ExpiredHold?: { target: HoldTarget; since: number; at: number } | undefined;

  /** The target that stays in place. */
  get target(): HoldTarget | undefined {
    return this.ActiveHold?.target;
  }

  /** The time at which the hold expires, µs; Infinity if there is none. */
  get deadline(): number {
    return this.ActiveHold?.until ?? Infinity;
  }

  /**
   * Begins a hold when a finger lifts off `target`, if the state contains a hold time for it.
   * Returns whether the target is held.
   */
  lift(target: HoldTarget, state: VisibleState, now: number): boolean {
    const span = holdTime(target, state);
    if (span === undefined) return false;
    this.ActiveHold = { target, since: now, until: now + span };
    return true;
  }

  /** Expires the hold once its time is over. Returns the target to release and to report. */
  expire(now: number): HoldTarget | undefined {
    return now >= this.deadline ? this.expireHold(now) : undefined;
  }

  /**
   * Expires the hold because a finger grabs `target` again. Returns the target to release and to
   * report.
   */
  grab(target: HoldTarget, now: number): HoldTarget | undefined {
    return this.target === target ? this.expireHold(now) : undefined;
  }

  private expireHold(now: number): HoldTarget | undefined {
    const { ActiveHold } = this;
    if (ActiveHold) this.ExpiredHold = { ...ActiveHold, at: now };
    this.ActiveHold = undefined;
    return ActiveHold?.target;
  }

  /**
   * Receives a new directive. Returns whether it may animate: a decision that arrives after the
   * hold has expired is applied without animation.
   */
  receive(directive: Directive): boolean {
    const { atUs = 0 } = directive;
    const target = holdTarget(directive);
    if (!target) return true;
    if (this.ActiveHold?.target === target && atUs >= this.ActiveHold.since) this.ActiveHold = undefined;
    const expired = this.ExpiredHold;
    if (expired?.target !== target || atUs < expired.since) return true;
    // A decision at the very time of the lift is about the lift.
    const starts = directive.settings?.some(isAnimating) ?? false;
    if (atUs < expired.at || (starts && atUs === expired.since)) return false;
    this.ExpiredHold = undefined;
    return true;
  }
}

/** Returns the time for which the engine wants the target held, µs; undefined if it does not. */
function holdTime(target: HoldTarget, state: VisibleState): number | undefined {
  if (target === "floor") return state.floor?.holdUs || undefined;
  const pages = target === "tabs" ? state.transition : state.navigation;
  return isInteractive(pages) ? pages?.holdUs ?? 0 : undefined;
}

/** Returns the hold target that a directive decides about; undefined if there is none. */
function holdTarget({ replacesAll, settings = [] }: Directive): HoldTarget | undefined {
  // A snapshot is no decision.
  for (const { floor, links, transition, navigation } of replacesAll ? [] : settings) {
    // A page that bounces back sends only its links.
    if (floor || links) return "floor";
    if (transition) return "tabs";
    if (navigation) return "back";
  }
  return undefined;
}
