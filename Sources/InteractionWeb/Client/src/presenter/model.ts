import type { Directive, Setting } from "../contract/messages";

/** What a setting is about, the key under which a client keeps it: `selection`, `badge 2`. */
export type Aspect = string;

/** The look of the toggle of this name. */
export function toggleAspect(id: string | undefined): Aspect {
  return `toggle ${id ?? ""}`;
}

/** The badge of a tab. */
export function badgeAspect(tab: number | undefined): Aspect {
  return `badge ${tab ?? 0}`;
}

/** What a setting is about; undefined for something of a later contract. */
export function aspectOf(setting: Setting): Aspect | undefined {
  if (setting.toggle) return toggleAspect(setting.toggle.id);
  if (setting.badge) return badgeAspect(setting.badge.tab);
  return Object.keys(setting).find((key) => key !== "generation");
}

/** Whether the engine waits for the end of the animation that brings a setting. */
export function isUnderWay({ floor, transition, navigation }: Setting): boolean {
  return (
    floor?.phase === "opening" ||
    floor?.phase === "closing" ||
    (transition ?? navigation)?.phase === "running"
  );
}

/** What a client that only applies directives knows (rule D1). */
export class ClientModel {
  private lastDirective = 0;

  /** A client that has received these settings and nothing since. */
  constructor(
    /** The newest setting of every aspect; another list after each change. */
    public settings: Setting[],
  ) {
    this.settings = settings.filter(aspectOf);
  }

  /**
   * Applies a directive; one that is not newer than what is known changes nothing. Returns whether
   * it has not been received before.
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
