// The tabs' pages, and the pages above them.
import type { NavigationPage, StagingLevel } from "../contract/messages";
import { deepEqual } from "../contract/equality";
import { addLists } from "./floor";
import { lower, targetOf, upper } from "./pageTransitionRoles";
import type { PageTransitionRoles, TransitionPage } from "./pageTransitionRoles";
import { element } from "./scene";
import type { PresentedElement } from "./scene";
import type { SceneBuilder } from "./sceneBuilder";
import * as targets from "./targets";
import { values } from "./elementValues";

/** Adds the pages of the selected tab and of a tab transition, with their lists. */
export function addTabPages(builder: SceneBuilder): void {
  const { layout, selection, tabLinks, transition } = builder.state;
  if (!selection) return;
  const shown = [selection.selected ?? 0];
  const isMoving = builder.performances.some(({ aspect }) => aspect === "transition");
  if (transition && (isMoving || tabLinks.length)) {
    shown.push(transition.leaving ?? 0, transition.coming ?? 0);
  }
  const above = viewsAt(builder, "above").flatMap((each) => targets.tabPage(each) ?? []);
  const tabs = (selection.items ?? []).map((_, tab) => tab).filter((tab) => !above.includes(tab));
  for (const tab of [...tabs, ...above]) {
    builder.add(targets.page(tab), { frame: builder.screen, isHidden: !shown.includes(tab) });
    addLists(builder, layout?.items?.[tab]?.lists ?? [], targets.page(tab));
  }
}

/**
 * Adds the root, the pages above it, and the bar: on the lowest of them that do not cover it (rule
 * N6).
 */
export function addPages(builder: SceneBuilder, root: () => void, bar: () => void): void {
  const roles = movingRoles(builder);
  const pages = pagesAbove(builder);
  const lowest = roles && lower(roles);
  const moving = roles ? [lowest!.page, upper(roles).page].filter((each) => each) as NavigationPage[] : [];
  // Pages below both pages of a transition do not move.
  const level = roles && Math.min(roles.incoming.level, roles.outgoing.level);
  const still = pages.slice(0, level);
  const covering = [...still, ...moving].findIndex((page) => page.presented || coversBar(page));
  const barLevel = covering < 0 ? still.length + moving.length : covering;
  // The bar moves with the lower page if the upper one covers it.
  const isOnLower = roles && barLevel === still.length + moving.length - 1;
  const covers = still.map((page) => !leavesViewsVisible(page));
  if (lowest?.page) covers.push(!leavesViewsVisible(lowest.page));
  const addLayer = (isHidden: boolean, add: () => void): void => {
    const first = builder.elements.length;
    add();
    if (isHidden) builder.changeOuter(first, (each) => (each.isHidden = true));
  };
  const isCovered = (from: number) => covers.slice(from).includes(true);
  if (!lowest || lowest.page) addLayer(isCovered(0), root);
  for (let index = 0; index <= still.length; index += 1) {
    if (index === barLevel && !isOnLower) addLayer(isCovered(index), bar);
    const page = still[index];
    if (!page) break;
    addMask(builder, page, index, isCovered(index + 1));
    builder.add(targets.stacked(index), pageElement(builder, page, isCovered(index + 1)));
  }
  if (!roles) return;
  for (const target of drawingOrder(builder, roles)) {
    if (target === targets.incomingPage) addPage(builder, roles.incoming, target, root);
    else if (target === targets.outgoingPage) addPage(builder, roles.outgoing, target, root);
    else {
      builder.elements.push(builder.capture(target) ?? element(target, { frame: builder.screen }));
    }
    if (isOnLower && target === targetOf(roles, lowest!)) {
      const first = builder.elements.length;
      bar();
      builder.changeOuter(first, (each) => (each.parent = target));
    }
  }
  if (barLevel > still.length && !isOnLower) bar();
}

/** Returns whether a page is pushed over the bar (rules N2, N6). */
export function coversBar({ presented, keepsBar }: NavigationPage): boolean {
  return !presented && !keepsBar;
}

/** Adds the mask that dims the views below a sheet. */
function addMask(builder: SceneBuilder, page: NavigationPage, index: number, isHidden: boolean): void {
  if (!page.mask || page.mask <= 0) return;
  builder.add(targets.stacked(index, "mask"), {
    frame: builder.screen,
    isHidden,
    values: values({ opacity: page.mask }),
  });
}

function pageElement(
  { screen }: SceneBuilder,
  { route = "", dx = 0, dy = 0 }: NavigationPage,
  isHidden: boolean,
): Partial<PresentedElement> {
  return {
    frame: screen,
    content: { kind: "page", route },
    isHidden,
    values: values({ translation: { x: dx, y: dy, z: 0 } }),
  };
}

/**
 * Returns the pages of a transition that is animated here: not by the platform, nor as part of the
 * window.
 */
export function movingRoles(builder: SceneBuilder): PageTransitionRoles | undefined {
  if (builder.animates(targets.window)) return undefined;
  const isStaged = builder.performances.some((each) => each.roles);
  return isStaged || builder.state.pageLinks.length ? builder.roles : undefined;
}

/**
 * Returns the pages above the root; while a finger moves the window, those that it will uncover.
 */
export function pagesAbove(builder: SceneBuilder): NavigationPage[] {
  const pages = builder.state.navigation?.pages ?? [];
  const top = { level: pages.length - 1, page: pages[pages.length - 1] };
  const { roles } = builder;
  const isUncovered = roles?.isBack && top.page && deepEqual(roles.outgoing, top);
  return isUncovered && builder.animates(targets.window) ? pages.slice(0, -1) : pages;
}

function addPage(
  builder: SceneBuilder,
  { level, page }: TransitionPage,
  target: string,
  root: () => void,
): void {
  const isHidden = builder.isReplaced(target);
  if (page) {
    // The animated mask is the upper page's.
    const isLower = builder.roles && deepEqual(lower(builder.roles), { level, page });
    if (isLower || !builder.animates(targets.pageMask)) addMask(builder, page, level, isHidden);
    builder.add(target, pageElement(builder, page, isHidden));
  } else {
    builder.add(target, { frame: builder.screen, content: { kind: "root" }, isHidden });
    const first = builder.elements.length;
    root();
    builder.changeOuter(first, (each) => (each.parent = target));
  }
}

/** Returns the views of a page transition in drawing order. */
function drawingOrder(builder: SceneBuilder, { isBack }: PageTransitionRoles): string[] {
  const playing = (...some: string[]) => some.filter((each) => builder.animates(each));
  const order = [
    isBack ? targets.incomingPage : targets.outgoingPage,
    ...playing(targets.pageMask, targets.pageBlur),
    isBack ? targets.outgoingPage : targets.incomingPage,
    ...playing(targets.upperPart, targets.lowerPart, targets.pageFill, targets.keyView),
  ];
  const isOrdered = (target: string) => order.includes(target);
  const below = viewsAt(builder, "below").filter(isOrdered);
  const above = viewsAt(builder, "above").filter(isOrdered);
  return [
    ...below,
    ...order.filter((target) => !below.includes(target) && !above.includes(target)),
    ...above,
  ];
}

/** Returns the views staged at a level. */
function viewsAt({ staging }: SceneBuilder, level: StagingLevel): string[] {
  return staging.filter((each) => each.level === level).map(({ target }) => target);
}

/** Returns whether the views below a page stay partly visible. */
function leavesViewsVisible({ dx, dy }: NavigationPage): boolean {
  return Boolean(dx) || Boolean(dy);
}
