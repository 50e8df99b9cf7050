import type { InteractionEvent, Setting, Snapshot } from "../../Client/src/contract/messages";
import type { Point } from "../../Client/src/presenter/scene";
import type { GestureSurface } from "../../Client/src/reporter/input";
import type { Phone } from "../shared/phone";

/** The width of the edge from which a finger pulls the top page away, pt. */
const edge = 24;

/**
 * Returns the surface of the phone for the reporter.
 *
 * @param snapshot - Returns the newest state received from the engine.
 */
export function gestureSurface(
  root: HTMLElement, phone: Phone, snapshot: () => Snapshot, send: (event: InteractionEvent) => void
): GestureSurface {
  const setting = <Key extends keyof Setting>(key: Key): Setting[Key] =>
    snapshot().settings?.find((each) => each[key] !== undefined)?.[key];
  return {
    root,
    send,
    list: (element) => element.closest<HTMLElement>(".port")?.dataset.source,
    box: (source) => {
      const list = phone.lists.get(source);
      return list && { box: list.list.port, isSideways: list.isSideways };
    },
    target: (element, position) => {
      const tab = element.closest<HTMLElement>("[data-tab]")?.dataset.tab;
      if (tab !== undefined) return `tab/${tab}`;
      if (element.closest("button, .sheet-card, .banner")) return undefined;
      if (element.closest(".floor-page")) return "floor/page";
      return target(setting("navigation")?.pages ?? [], setting("transition"), position);
    },
    // If the engine handles long presses, a finger may open a menu instead.
    reportsPointers: () => setting("press") !== undefined,
  };
}

function target(
  pages: NonNullable<Setting["navigation"]>["pages"], transition: Setting["transition"],
  { x }: Point
): string | undefined {
  const top = pages?.[pages.length - 1];
  if (top?.style === "scan") return "scan";
  if (top) return x < edge ? "edge" : undefined;
  return transition ? "pages" : undefined;
}
