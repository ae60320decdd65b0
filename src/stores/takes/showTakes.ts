import { autorun, createAtom, untracked } from 'mobx';
import type { Take } from '../../api/contractTakes';
import type { Change, Editor, NodeTakes } from '../../engine';
import type { Cancel } from '../ports';
import type { TakesStore } from './TakesStore';

/** Model name of our own preview painter. */
const PREVIEW_MODEL = 'offline-preview';

/** The maker of a take: an engine or the preview painter; null when it is not known. */
export function originOf({ model }: Pick<Take, 'model'>): NodeTakes['origin'] {
  if (model === null) return null;
  return model === PREVIEW_MODEL ? 'preview' : 'engine';
}

/** Keeps the takes that the cards show up to date: a change costs the nodes that it names, another `ratingMin` all of them. */
export function showTakes(editor: Editor, takes: TakesStore): Cancel {
  let ratingMin: number | null = null;
  const shownOf = (nodeId: string): NodeTakes | null => {
    const count = takes.of(nodeId).length;
    if (count === 0) return null;
    const chosen = takes.chosen(nodeId);
    const rating = chosen?.rating ?? null;
    const isFaded = ratingMin !== null && (rating ?? 0) < ratingMin;
    return { count, rating, origin: chosen ? originOf(chosen) : null, ...(isFaded && { isFaded }) };
  };

  /** The nodes that have changed since they were shown. */
  const changed = new Set(takes.byNode.keys());
  const told = createAtom('shownTakes');
  const showChanged = (): void => {
    if (changed.size > 0) editor.setTakes(new Map(Array.from(changed, (nodeId) => [nodeId, shownOf(nodeId)])));
    changed.clear();
  };
  const cancels: Cancel[] = [
    takes.follow((nodeId) => {
      changed.add(nodeId);
      told.reportChanged();
    }),
    autorun(() => {
      told.reportObserved();
      const before = ratingMin;
      ({ ratingMin } = takes);
      untracked(() => {
        if (ratingMin !== before) for (const nodeId of takes.byNode.keys()) changed.add(nodeId);
        showChanged();
      });
    }),
    editor.subscribe((event) => {
      if (event.type !== 'document') return;
      for (const change of event.changes) {
        const nodeId = nodeWithValue(change);
        if (nodeId !== null && takes.byNode.has(nodeId)) changed.add(nodeId);
      }
      showChanged();
    }),
  ];
  return () => {
    for (const cancel of cancels) cancel();
  };
}

/** Id of the node whose value a change sets; null when it sets none. */
function nodeWithValue(change: Change): string | null {
  if (change.type === 'setData') return 'value' in change.data ? change.id : null;
  return change.type === 'addNode' || change.type === 'replaceNode' ? change.node.id : null;
}

/** Value of a node that shows this take: the address of a picture, or words. */
export const takeValue = ({ text, url }: Pick<Take, 'text' | 'url'>): string => text ?? url;
