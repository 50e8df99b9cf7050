// The tab bar and its items.
import type { Insets, ItemLayout, ItemLook, Rect as Place, TextFont } from "../contract/messages";
import type { TextSpan, ToggleState } from "../contract/messages";
import type { ElementContent, ImageContent } from "./elementContent";
import { center, rect } from "./geometry";
import type { Rect } from "./geometry";
import { toggleAspect } from "./model";
import { coversBar, movingRoles, pagesAbove } from "./pages";
import type { SceneBuilder } from "./sceneBuilder";
import { tab, tabBar, toggle } from "./targets";
import { values } from "./elementValues";

export function addBar(builder: SceneBuilder): void {
  const { layout, toggles } = builder.state;
  if (!layout) return;
  // During a page transition the bar is part of the page that it lies on.
  const isCovered = !movingRoles(builder) && pagesAbove(builder).some(coversBar);
  const frame = rect(layout.frame);
  // It stays visible until it has arrived below the screen.
  const isAway = layout.away && !builder.animates(tabBar);
  builder.add(tabBar, {
    frame,
    content: { kind: "color", color: layout.backgroundColor ?? "" },
    isHidden: isCovered || isAway || builder.hidesViews,
  });
  const places = layout.items ?? [];
  places.forEach((place, index) => {
    const look = builder.items[index];
    if (look) addItem(builder, index, place, look, frame);
  });
  for (const each of toggles) addToggle(builder, each, places, frame);
}

function addItem(
  builder: SceneBuilder,
  index: number,
  place: ItemLayout,
  look: ItemLook,
  bar: Rect,
): void {
  const item = moved(place.frame, bar);
  const icon = moved(inset(rect(place.icon), place.iconInsets), item);
  const [parent, button, lottie] = [tab(index), place.button ?? {}, place.lottie];
  const { image = "", titleColor, showsIconAndTitle, showsBadge } = look;
  const add = (part: string, frame: Rect, content: ElementContent, isHidden: boolean) =>
    builder.add(tab(index, part), { parent, frame, content, isHidden });
  builder.add(parent, {
    parent: tabBar,
    frame: item,
    content: { kind: "item", look: button, looksPressed: look.pressed ?? false },
    isHidden: place.hidden ?? false,
  });
  if (lottie) {
    const isAtEnd = place.selectedLook ? image === (place.selectedLook.image ?? "") : false;
    add("lottie", icon, { kind: "animation", name: lottie, isAtEnd }, !showsIconAndTitle);
  }
  const shown: ElementContent = { kind: "picture", picture: picture(image) };
  add("icon", icon, shown, !showsIconAndTitle || Boolean(lottie));
  const title = text(place.text, place.richTitle, titleColor, button.titleFont);
  add("title", moved(place.title, item), title, !showsIconAndTitle);
  if ((place.subtitle?.height ?? 0) > 0) {
    const color = button.subtitleColor || titleColor;
    const subtitle = text(place.subtitleText, place.richSubtitle, color, button.subtitleFont);
    add("subtitle", moved(place.subtitle, item), subtitle, !showsIconAndTitle);
  }
  if (hasBigLogo(place)) add("badge", moved(place.badge, item), shown, !showsBadge);
  const badge = builder.state.badges.find((each) => (each.tab ?? 0) === index);
  if (badge) {
    const { dx = 0, dy = 0, height = 0 } = badge;
    const [x, y] = [icon.x + icon.width - height / 2 + dx, icon.y - height / 2 + dy];
    add("count", { x, y, width: height, height }, { kind: "badge", badge }, !badge.shown);
  }
}

/** Adds a toggle, centred in the item with the big logo; without one the app places it. */
function addToggle(
  builder: SceneBuilder,
  shown: ToggleState,
  places: ItemLayout[],
  bar: Rect,
): void {
  const { id = "", edge = 0, look, strip } = shown;
  const place = places.find(hasBigLogo);
  const middle = place && center(moved(place.badge, moved(place.frame, bar)));
  const others = middle && {
    parent: tab(places.findIndex(hasBigLogo), "badge"),
    frame: { x: middle.x - edge / 2, y: middle.y - edge / 2, width: edge, height: edge },
  };
  const aspect = toggleAspect(id);
  const played = builder.performances.filter((each) => each.aspect === aspect);
  const former = played[played.length - 1]?.previousToggle ?? shown;
  const [incoming, outgoing] = [toggle(id, "incoming"), toggle(id, "outgoing")];
  const exchanges = builder.animates(incoming) || builder.animates(outgoing);
  const isAbove = look === "above";
  builder.add(toggle(id), {
    ...others,
    content: contentOf(shown, isAbove),
    isHidden: exchanges,
    values: values({ contentOffset: { x: 0, y: strip && isAbove ? edge : 0 } }),
  });
  if (!exchanges) return;
  builder.add(outgoing, { ...others, content: { kind: "picture", picture: pictureOf(former) } });
  builder.add(incoming, { ...others, content: { kind: "picture", picture: pictureOf(shown) } });
}

/** Returns the content of a toggle's view. */
function contentOf(shown: ToggleState, isAbove: boolean): ElementContent {
  const own = pictureOf(shown);
  if (!shown.strip) return { kind: "picture", picture: own };
  const other = picture(shown.otherImage, shown.backgroundImage);
  return { kind: "strip", pictures: isAbove ? [other, own] : [own, other] };
}

function pictureOf({ image, backgroundImage }: ToggleState): ImageContent {
  return picture(image, backgroundImage);
}

function picture(name = "", background = ""): ImageContent {
  return { name, background, isPlaying: false };
}

function text(plain = "", rich: TextSpan[] = [], color = "", font: TextFont = {}): ElementContent {
  return { kind: "text", text: { plain, rich, color, font } };
}

/** Returns whether a big logo replaces icon and title while the item is selected. */
function hasBigLogo({ selectedLook }: ItemLayout): boolean {
  return selectedLook?.showsBadge ?? false;
}

/** Returns the rectangle in the coordinates of `parent`'s container. */
function moved(place: Place | undefined, parent: Rect): Rect {
  const { x, y, width, height } = rect(place);
  return { x: x + parent.x, y: y + parent.y, width, height };
}

/** Returns the rectangle with insets. */
function inset({ x, y, width, height }: Rect, insets: Insets = {}): Rect {
  const { top = 0, left = 0, bottom = 0, right = 0 } = insets;
  return { x: x + left, y: y + top, width: width - left - right, height: height - top - bottom };
}
