import { autorun } from 'mobx';
import type { Take } from '../../api/contractTakes';
import type { Editor, NodeTakes } from '../../engine';
import type { Cancel } from '../ports';
import type { TakesStore } from './TakesStore';

/** What our own preview painter calls itself. */
const PREVIEW_MODEL = 'offline-preview';

/** Who made it: an engine or the preview painter; null where that is not known. */
export function originOf({ model }: Pick<Take, 'model'>): NodeTakes['origin'] {
  if (model === null) return null;
  return model === PREVIEW_MODEL ? 'preview' : 'engine';
}

/** Keeps true what the cards say of their takes. */
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
