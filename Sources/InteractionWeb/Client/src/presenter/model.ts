import type { Directive, Setting } from "../contract/messages";

/** The key of a setting: `selection`, `badge 2`. */
export type Aspect = string;

/** Returns the aspect of a toggle's look. */
export function toggleAspect(id: string | undefined): Aspect {
  return `toggle ${id ?? ""}`;
}

/** Returns the aspect of a tab's badge. */
export function badgeAspect(tab: number | undefined): Aspect {
  return `badge ${tab ?? 0}`;
}

/** Returns the aspect of a setting; undefined for an unknown one of a later contract. */
export function aspectOf(setting: Setting): Aspect | undefined {
  if (setting.toggle) return toggleAspect(setting.toggle.id);
  if (setting.badge) return badgeAspect(setting.badge.tab);
  return Object.keys(setting).find((key) => key !== "generation");
}

/** Returns whether the engine waits for the end of the setting's animation. */
export function isAnimating({ floor, transition, navigation }: Setting): boolean {
  return (
    floor?.phase === "opening" ||
    floor?.phase === "closing" ||
    (transition ?? navigation)?.phase === "running"
  );
}

/** The state of a client that only applies directives (rule D1). */
export class ClientModel {
  private lastDirective = 0;

  /** Creates a client that has received these settings and no directive. */
  constructor(
    /** The newest setting of every aspect; replaced by each change. */
    public settings: Setting[],
  ) {
    this.settings = settings.filter(aspectOf);
  }

  /**
   * Applies a directive; one that is not newer than the last has no effect. Returns whether it is
   * new.
   */
  apply({ sequence = 0, replacesAll, settings = [] }: Directive): boolean {
    const isNew = sequence > this.lastDirective;
    if (isNew) this.lastDirective = sequence;
    if (replacesAll) {
      if (isNew) this.settings = settings.filter(aspectOf);
      return isNew;
    }
    for (const setting of settings) {
      const aspect = aspectOf(setting);
      this.settings = this.settings.map((known) =>
        aspectOf(known) === aspect && (setting.generation ?? 0) > (known.generation ?? 0)
          ? setting
          : known,
      );
    }
    return isNew;
  }
}
