import { autorun } from 'mobx';
import type { Take } from '../../api/contractTakes';
import type { Editor, NodeTakes } from '../../engine';
import type { Cancel } from '../ports';
import type { TakesStore } from './TakesStore';

/** Model name of our own preview painter. */
const PREVIEW_MODEL = 'offline-preview';

/** The maker of a take: an engine or the preview painter; null when it is not known. */
export function originOf({ model }: Pick<Take, 'model'>): NodeTakes['origin'] {
  if (model === null) return null;
  return model === PREVIEW_MODEL ? 'preview' : 'engine';
}

/** Keeps the takes that the cards show up to date. */
export function showTakes(editor: Editor, takes: TakesStore): Cancel {
  const show = (): void => {
    const shown = new Map<string, NodeTakes>();
    const { ratingMin } = takes;
    for (const [nodeId, { length: count }] of takes.byNode) {
      const chosen = takes.chosen(nodeId);
      const rating = chosen?.rating ?? null;
      const isFaded = ratingMin !== null && (rating ?? 0) < ratingMin;
      shown.set(nodeId, { count, rating, origin: chosen ? originOf(chosen) : null, ...(isFaded && { isFaded }) });
    }
    if (shown.size > 0 || editor.takes.size > 0) editor.setTakes(shown);
  };
  const stop = autorun(show);
  const unsubscribe = editor.subscribe((event) => {
    if (event.type !== 'document') return;
    const isOfTakes = event.changes.some((change) => {
      if (change.type === 'replaceNode') return takes.byNode.has(change.node.id);
      return change.type === 'setData' && takes.byNode.has(change.id);
    });
    if (isOfTakes) show();
  });
  return () => {
    stop();
    unsubscribe();
  };
}

/** Value of a node that shows this take: the address of a picture, or words. */
export const takeValue = ({ text, url }: Pick<Take, 'text' | 'url'>): string => text ?? url;
