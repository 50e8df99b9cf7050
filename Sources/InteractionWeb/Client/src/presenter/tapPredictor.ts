import type { Directive, ItemLook, Setting, Timeline } from "../contract/messages";
import { deepEqual } from "../contract/equality";
import type { ClientModel } from "./model";

/** The immediate reaction to a tap, before the engine's decision (rule T14). */
export interface TapReaction {
  /** The timeline to play; undefined for none. */
  timeline: Timeline | undefined;
}

/** The remaining changes of a directive. */
export interface PendingChanges {
  /** True unless the directive is repeated. */
  isNew: boolean;
  /** The directive without the tracks that play already. */
  directive: Directive;
  /** The tabs whose reaction is reverted. */
  revertedTabs: number[];
}

/**
 * Predicts the reactions to taps, without waiting for the network (rule T14).
 *
 * The engine's selection names the tabs that react, and the layout contains their looks and
 * timelines. A confirmed animation is not repeated, a refuted one is reverted.
 */
export class TapPredictor {
  /** The reactions that are not confirmed yet. */
  private predictions: { tab: number; generation: number }[] = [];
  constructor(private readonly model: ClientModel) {}

  /**
   * Handles a tap on a tab. Returns the immediate reaction; undefined if the engine has to decide
   * first.
   */
  tap(tab: number): TapReaction | undefined {
    const selection = selectionOf(this.model.settings);
    const [item, place] = [selection?.state.items?.[tab], this.layout[tab]];
    if (!selection || !item || !place) return undefined;
    // Each prediction assumes that the previous one is confirmed.
    const last = this.predictions[this.predictions.length - 1];
    const engines = selection.state.selected ?? 0;
    const selected = last?.tab ?? engines;
    // For a tap on the engine's selected tab only the layout tells whether the reaction is
    // immediate: an item without a reaction may ask the client first. If the predicted tab has
    // stopped reacting, taps are refused.
    const mayReturn =
      tab === engines && place.reaction && selection.state.items?.[selected]?.reacts;
    if (tab === selected || !(item.reacts || mayReturn)) return undefined;
    this.predictions.push({ tab, generation: (last ?? selection).generation + 1 });
    return { timeline: place.reaction };
  }

  /**
   * Receives a directive, and returns its remaining changes. A repeated directive confirms no tap
   * (rule D1).
   */
  receive(directive: Directive): PendingChanges {
    const known = selectionOf(this.model.settings);
    const isNew = this.model.apply(directive);
    const shown: PendingChanges = { isNew, directive, revertedTabs: [] };
    if (isNew) this.confirm(shown, known);
    return shown;
  }

  private confirm(shown: PendingChanges, known: Selection | undefined): void {
    const { directive, revertedTabs } = shown;
    const { replacesAll, settings = [], effects = [] } = directive;
    if (replacesAll) return this.revert(0, revertedTabs);
    const selection = selectionOf(settings);
    if (selection) {
      const growth = known ? selection.generation - known.generation : 0;
      if (growth <= 0 || known?.state.selected !== selection.state.selected) {
        return this.compare(shown, selection);
      }
      // The selection changed something else, such as the tabs that react. Later decisions about
      // the taps count generations from here.
      for (const each of this.predictions) each.generation += growth;
    }
    for (const { refusal, requestLogin, askSelection, tabAction } of effects) {
      // A long press performs actions of the app, too (rule T16).
      const request = requestLogin ?? askSelection ?? (tabAction?.kind !== "app" && tabAction);
      const tab = request ? request.tab ?? 0 : refusal?.selectTab;
      // A tap that did not select its tab; later taps built on it.
      const index = this.predictions.findIndex((each) => each.tab === tab);
      if (index >= 0) this.revert(index, revertedTabs);
    }
  }

  private compare(shown: PendingChanges, selection: Selection): void {
    const [first] = this.predictions;
    if (!first) return;
    if (first.generation !== selection.generation || first.tab !== (selection.state.selected ?? 0)) {
      // Another selection came first, which refutes all predictions.
      return this.revert(0, shown.revertedTabs);
    }
    this.predictions.shift();
    // The layout may have changed since the tap.
    const playing = this.layout[first.tab]?.reaction?.tracks ?? [];
    const { directive } = shown;
    const { timeline } = directive;
    const tracks = timeline?.tracks?.filter((track) => !playing.some((each) => deepEqual(each, track)));
    const rest = tracks?.length ? { ...timeline, tracks } : undefined;
    shown.directive = { ...directive, timeline: rest };
  }

  private revert(first: number, takenBack: number[]): void {
    takenBack.push(...this.predictions.splice(first).map(({ tab }) => tab));
  }

  /** The look of every item: the engine's, with the predicted taps. */
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

/** Returns the selection among the settings; undefined if there is none. */
function selectionOf(settings: Setting[]) {
  const found = settings.find(({ selection }) => selection);
  return found?.selection && { state: found.selection, generation: found.generation ?? 0 };
}
