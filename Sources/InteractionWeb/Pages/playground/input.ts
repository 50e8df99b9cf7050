import type { Event } from "../../Client/src/contract/messages";
import type { Phone } from "../shared/phone";

/** What turns fingers into events. */
export interface Input {
  /** The app scrolls a list. */
  scroll(source: string, to: { x?: number; y?: number }, animated: boolean): void;
  detach(): void;
}

/** Reports what fingers, mouse, wheel and keys do on the phone. */
export function attachInput(canvas: HTMLElement, phone: Phone, send: (event: Event) => void): Input {
  const click = ({ target }: MouseEvent) => {
    const tab = (target as Element).closest<HTMLElement>("[data-tab]")?.dataset.tab;
    if (tab !== undefined) send({ tap: { tab: Number(tab) } });
  };
  canvas.addEventListener("click", click);
  return {
    scroll: (source, { x, y }, animated) => phone.lists.get(source)?.list.port.scrollTo({
      left: x, top: y, behavior: animated ? "smooth" : "auto",
    }),
    detach: () => canvas.removeEventListener("click", click),
  };
}
