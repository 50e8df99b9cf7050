// The second floor, and the lists in front of it.
import type { ElementContent } from "./elementContent";
import { rect } from "./geometry";
import type { SceneBuilder } from "./sceneBuilder";
import * as targets from "./targets";

/** Adds the floor behind the list. */
export function addFloor(builder: SceneBuilder): void {
  const { floor, floorLayout: layout } = builder.state;
  if (!floor || !layout) return;
  // A peek shows the floor without a change of its state (rule F9).
  const isShown = floor.behindList || builder.staging.some(({ target }) => target === targets.floor);
  builder.add(targets.floor, {
    frame: builder.screen,
    content: { kind: "color", color: layout.backgroundColor ?? "" },
    isHidden: !isShown,
  });
  const { assetUrl: name = "", maskStart = 0, maskEnd = 0, tipFontSize: size = 0 } = layout;
  const image: ElementContent = {
    kind: "picture",
    picture: { name, background: "", isPlaying: floor.playing ?? false },
  };
  if (maskStart <= maskEnd) image.picture.fade = [maskStart, maskEnd];
  const parent = targets.floor;
  const tip = { plain: layout.tipText ?? "", rich: [], color: layout.tipColor ?? "", font: { size } };
  builder.add(targets.floorImage, {
    parent,
    frame: rect(layout.image),
    content: image,
    isHidden: !layout.ready,
  });
  builder.add(targets.floorTip, {
    parent,
    frame: rect(layout.tip),
    content: { kind: "text", text: tip },
    isHidden: !floor.showsTip,
  });
}

/** Adds the lists that are on no tab's page. */
export function addOtherLists(builder: SceneBuilder): void {
  const tabs = builder.state.layout?.items?.flatMap(({ lists }) => lists ?? []) ?? [];
  addLists(builder, sources(builder).filter((each) => !tabs.includes(each)));
}

/** Adds those of the lists that the client has reported or a link follows. */
export function addLists(builder: SceneBuilder, lists: string[], parent?: string): void {
  const known = sources(builder);
  for (const list of lists.filter((each) => known.includes(each))) {
    builder.add(targets.list(list), {
      ...(parent && { parent }),
      frame: builder.screen,
      isHidden: builder.hidesViews,
    });
  }
}

function sources({ fingers, state }: SceneBuilder): string[] {
  const links = state.links.flatMap(({ dragTarget, source }) => (dragTarget ? [] : source ?? ""));
  return [...new Set([...fingers.offsets.map(({ source }) => source), ...links])];
}

/** Adds the floor's page, on top, and the snapshots that move out of its way. */
export function addFloorPage(builder: SceneBuilder): void {
  for (const target of [targets.listSnapshot, targets.tabBarSnapshot]) {
    const picture = builder.capture(target);
    if (picture) builder.elements.push(picture);
  }
  const { floor } = builder.state;
  if (!floor) return;
  const isShown =
    floor.phase === "opening" ||
    floor.phase === "open" ||
    // While it closes, until its animation ends.
    builder.animates(targets.floorPage);
  builder.add(targets.floorPage, { frame: builder.screen, isHidden: !isShown });
}
