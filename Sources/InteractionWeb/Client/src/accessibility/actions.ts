// The actions without dragging (rule U3).
import type { InteractionEvent, Setting } from "../contract/messages";
import { floorPage, list, stacked } from "../presenter/targets";
import { visibleState } from "../presenter/visibleState";
import { root } from "./attributes";
import { leaving } from "./keys";

/** An action that replaces a gesture. */
export interface Action {
  /** The name of its button. */
  label: string;
  /** The view with the button. */
  target: string;
  /** True if the button is before the view, not at its start. */
  isBefore?: boolean;
  /** The event that the button reports. */
  event: InteractionEvent;
}

/** The names of the actions. */
export const actionNames = ["open", "close", "back"] as const;

/** Returns the actions that the settings name. */
export function actions(settings: Setting[]): Partial<Record<typeof actionNames[number], Action>> {
  const { floor, floorLayout, navigation } = visibleState(settings);
  const { openLabel, closeLabel } = floorLayout ?? {};
  const source = floorSource(settings);
  const event = leaving(settings);
  return {
    ...(openLabel && !floor?.off && { open: {
      label: openLabel, event: { floor: { command: "open" } },
      target: source === undefined ? root : list(source), isBefore: source !== undefined,
    } }),
    ...(closeLabel && { close: {
      label: closeLabel, event: { floor: { command: "close" } }, target: floorPage,
    } }),
    ...(event && navigation?.backLabel && { back: {
      label: navigation.backLabel, event, target: stacked(navigation.pages!.length - 1),
    } }),
  };
}

/** Returns the list in front of the floor: the one that moves it, or else the first tab's first. */
function floorSource(settings: Setting[]): string | undefined {
  const { floorLinks, layout } = visibleState(settings);
  const link = floorLinks.find(({ source, target }) => source && target?.startsWith("floor/"));
  return link?.source ?? layout?.items?.[0]?.lists?.[0];
}
