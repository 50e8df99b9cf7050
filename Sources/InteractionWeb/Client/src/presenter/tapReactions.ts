import type { Directive, ItemLook, Setting, Timeline } from "../contract/messages";
import { same } from "../contract/equality";
import type { ClientModel } from "./model";

/** What a client shows of a tap at once, before the engine has heard of it (rule T14). */
export interface TapReaction {
  /** What plays meanwhile; undefined where the item plays nothing. */
  timeline: Timeline | undefined;
}

/** What is to be shown of a directive. */
export interface Shown {
  /** Whether it has not been received before. */
  isNew: boolean;
  /** The directive, without what plays already. */
  directive: Directive;
  /** The tabs whose reaction was not confirmed. */
  takenBack: number[];
}

/**
 * Lets a tap answer at once, without waiting for the network (rule T14).
 *
 * The newest selection says which tabs react, the layout says how they look then and what they
 * play. A pop that the engine confirms is not shown twice, and one that it does not is taken back.
 */
export class TapReactions {
  /** The reactions that play and have not been confirmed. */
  private predictions: { tab: number; generation: number }[] = [];
  constructor(private readonly model: ClientModel) {}

  /** A finger has tapped a tab. Returns what to show at once; undefined to ask the engine. */
  tap(tab: number): TapReaction | undefined {
    const selection = selectionOf(this.model.settings);
    const [item, place] = [selection?.state.items?.[tab], this.layout[tab]];
    if (!selection || !item || !place) return undefined;
    // After a prediction the next one is made as if it had come true.
    const last = this.predictions[this.predictions.length - 1];
    const engines = selection.state.selected ?? 0;
    const selected = last?.tab ?? engines;
    // Of the tab that the engine still has selected, the layout alone says whether a tap on it is
    // decided at once: an item without a reaction may ask the client first. Where the tab that the
    // finger is thought to have selected reacts no more, taps are refused by now.
    const mayReturn =
      tab === engines && place.reaction && selection.state.items?.[selected]?.reacts;
    if (tab === selected || !(item.reacts || mayReturn)) return undefined;
    this.predictions.push({ tab, generation: (last ?? selection).generation + 1 });
    return { timeline: place.reaction };
  }

  /**
   * Takes in a directive and says what is left to show of it. One that is not newer than the last
   * answers no tap (rule D1).
   */
  receive(directive: Directive): Shown {
    const known = selectionOf(this.model.settings);
    const isNew = this.model.apply(directive);
    const shown: Shown = { isNew, directive, takenBack: [] };
    if (isNew) this.answer(shown, known);
    return shown;
  }

  private answer(shown: Shown, known: Selection | undefined): void {
    const { directive, takenBack } = shown;
    const { replacesAll, settings = [], effects = [] } = directive;
    if (replacesAll) return this.takeBack(0, takenBack);
    const selection = selectionOf(settings);
    if (selection) {
      const growth = known ? selection.generation - known.generation : 0;
      if (growth <= 0 || known?.state.selected !== selection.state.selected) {
        return this.compare(shown, selection);
      }
      // It says what else has changed, such as which tabs react. Answers to taps come after it, and
      // count from there.
      for (const each of this.predictions) each.generation += growth;
    }
    for (const { refusal, requestLogin, askSelection, perform } of effects) {
      const request = requestLogin ?? askSelection ?? perform;
      const tab = request ? request.tab ?? 0 : refusal?.selectTab;
      // A tap that was not taken for a selection; those after it counted on it.
      const index = this.predictions.findIndex((each) => each.tab === tab);
      if (index >= 0) this.takeBack(index, takenBack);
    }
  }

  private compare(shown: Shown, selection: Selection): void {
    const [first] = this.predictions;
    if (!first) return;
    if (first.generation !== selection.generation || first.tab !== (selection.state.selected ?? 0)) {
      // Something else came first: nothing that was predicted is true any more.
      return this.takeBack(0, shown.takenBack);
    }
    this.predictions.shift();
    // The layout may be newer than the one that the tap was made on.
    const playing = this.layout[first.tab]?.reaction?.tracks ?? [];
    const { directive } = shown;
    const { timeline } = directive;
    const tracks = timeline?.tracks?.filter((track) => !playing.some((each) => same(each, track)));
    const rest = tracks?.length ? { ...timeline, tracks } : undefined;
    shown.directive = { ...directive, timeline: rest };
  }

  private takeBack(first: number, takenBack: number[]): void {
    takenBack.push(...this.predictions.splice(first).map(({ tab }) => tab));
  }

  /** How every item looks: as the engine says, but for the taps that it has not confirmed. */
  get items(): ItemLook[] {
    const items = selectionOf(this.model.settings)?.state.items ?? [];
    const tab = this.predictions[this.predictions.length - 1]?.tab;
    if (tab === undefined) return items;
    return items.map((item, index) => {
      const place = this.layout[index];
      const look = index === tab ? place?.selectedLook : place?.otherLook;
      return look ? { ...look, reacts: item.reacts } : item;
    });
  }

  private get layout() {
    return this.model.settings.find(({ layout }) => layout)?.layout?.items ?? [];
  }
}

/** A selection with its generation. */
type Selection = Exclude<ReturnType<typeof selectionOf>, undefined>;

/** The selection among settings. */
function selectionOf(settings: Setting[]) {
  const found = settings.find(({ selection }) => selection);
  return found?.selection && { state: found.selection, generation: found.generation ?? 0 };
}
