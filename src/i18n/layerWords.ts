import type { TFunction } from 'i18next';
import { FLOW_NAMES } from '../engine';
import type { LayerWords } from '../engine/konva';
import { paintWords } from './paintWords';

function wordsOf(t: TFunction): LayerWords {
  const { kinds, modes } = paintWords(t);
  return {
    kinds,
    modes,
    nodes: t('canvas.nodes'),
    named: (kind, title) => t('node.named', { kind, title }),
    inMode: (name, mode) => t('mode.named', { name, mode }),
    handles: Object.fromEntries(
      FLOW_NAMES.flatMap((flow) => [
        [`${flow} input`, t(`flows.${flow}.input`)],
        [`${flow} output`, t(`flows.${flow}.output`)],
      ]),
    ) as LayerWords['handles'],
    edge: (from, to) => t('canvas.edge', { from, to }),
    deleteNode: t('node.delete'),
    deleteEdge: t('canvas.deleteEdge'),
    connecting: (from) => t('live.connecting', { from }),
    reconnecting: (at) => t('live.reconnecting', { at }),
    connectionCancelled: t('live.connectionCancelled'),
    connectionRefused: t('live.connectionRefused'),
    nothingToConnect: t('live.nothingToConnect'),
    gathered: (count) => t('live.gathered', { count }),
    focusMoved: t('live.focusMoved'),
  };
}

const made = new WeakMap<TFunction, LayerWords>();

/** The words of the accessible layer in the person's language; made once a language, since every name of a node asks for them. */
export function layerWords(t: TFunction): LayerWords {
  const known = made.get(t) ?? wordsOf(t);
  made.set(t, known);
  return known;
}
