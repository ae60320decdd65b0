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
    for (const [nodeId, { length: count }] of takes.byNode) {
      const chosen = takes.chosen(nodeId);
      shown.set(nodeId, { count, rating: chosen?.rating ?? null, origin: chosen ? originOf(chosen) : null });
    }
    if (shown.size > 0 || editor.takes.size > 0) editor.setTakes(shown);
  };
  const stop = autorun(show);
  const unsubscribe = editor.subscribe((event) => {
    if (event.type !== 'document') return;
    if (event.changes.some((change) => change.type === 'setData' && takes.byNode.has(change.id))) show();
  });
  return () => {
    stop();
    unsubscribe();
  };
}
