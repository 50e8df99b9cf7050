import { deepEqual } from "../contract/equality";
import type { InteractionEvent, Surface } from "../contract/messages";
import type { Renderer } from "./renderer";
import { layer } from "./style";

/**
 * Returns the surface that an element covers: its size and the browser's
 * settings.
 */
export function surfaceOf(root: HTMLElement): Surface {
  const probe = layer();
  root.append(probe);
  const style = getComputedStyle(probe);
  const insets = Object.fromEntries(["top", "left", "bottom", "right"].map((side) => {
    probe.style.top = `env(safe-area-inset-${side})`;
    return [side, parseFloat(style.top)];
  }));
  probe.style.font = "medium a";
  const { direction } = style, textScale = parseFloat(style.fontSize) / 16;
  probe.remove();
  return {
    width: root.offsetWidth, height: root.offsetHeight, insets, scale: devicePixelRatio,
    direction: direction === "rtl" ? "right_to_left" : "left_to_right",
    locale: navigator.language, textScale, ...preferences(),
  };
}

/** Returns the user's preferences. */
export function preferences() {
  const [reducedMotion, isDark, increasedContrast] = queries().map(({ matches }) => matches);
  return { reducedMotion, colorScheme: isDark ? "dark" : "light", increasedContrast } as const;
}

/** The receiver of the reports. */
interface Session {
  /** The surface, as last reported. */
  readonly surface?: Surface;
  send(event: InteractionEvent): void;
}

/**
 * Reports a screen's surface and the content sizes of its lists (rule S4), at the start and
 * after each change.
 *
 * @param measure Returns the current surface.
 */
export function reportSurface(renderer: Renderer, session: Session, measure: () => Surface) {
  /** The reported content sizes, by list. */
  const sizes = new Map<unknown, unknown>();
  const check = () => {
    const surface = measure();
    const { height, insets } = surface;
    // A hidden screen has no size.
    if (!height) return;
    if (!deepEqual(surface, session.surface)) session.send({ surface });
    for (const [target, list] of renderer.lists) {
      const { port, content } = list;
      if (!port.clientHeight) continue;
      // The content size that gives the same largest offset in a list that covers the surface down
      // to the lower inset.
      const end = Math.max(content.offsetHeight - port.clientHeight, 0);
      const contentSize = {
        source: target.slice("list/".length), width: content.offsetWidth,
        height: end + height - (insets?.bottom ?? 0),
      };
      if (deepEqual(contentSize, sizes.get(list))) continue;
      sizes.set(list, contentSize);
      session.send({ contentSize });
    }
  };
  const end = new AbortController();
  const resizes = new ResizeObserver(check);
  const directions = new MutationObserver(check);
  resizes.observe(renderer.canvas);
  directions.observe(document, { subtree: true, attributeFilter: ["dir"] });
  for (const type of ["resize", "orientationchange", "languagechange"]) {
    addEventListener(type, check, end);
  }
  for (const query of queries()) query.addEventListener("change", check, end);
  return {
    /** Observes newly registered lists. */
    follow() {
      for (const list of renderer.lists.values()) {
        if (sizes.has(list)) continue;
        sizes.set(list, undefined);
        resizes.observe(list.port);
        resizes.observe(list.content);
      }
    },
    /** Stops reporting. */
    close() {
      end.abort();
      resizes.disconnect();
      directions.disconnect();
    },
  };
}

/** Returns the media queries of the user's preferences. */
function queries(): MediaQueryList[] {
  return ["reduced-motion", "color-scheme:dark", "contrast:more"].map((preference) =>
    matchMedia(`(prefers-${preference})`));
}
