import type { TFunction } from 'i18next';
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
    handles: {
      'text input': t('handle.textInput'),
      'image input': t('handle.imageInput'),
      'video input': t('handle.videoInput'),
      'audio input': t('handle.audioInput'),
      'text output': t('handle.textOutput'),
      'image output': t('handle.imageOutput'),
      'video output': t('handle.videoOutput'),
      'audio output': t('handle.audioOutput'),
    },
    edge: (from, to) => t('canvas.pipe', { from, to }),
    deleteNode: t('node.delete'),
    deleteEdge: t('canvas.deleteEdge'),
    connecting: (from) => t('live.connecting', { from }),
    reconnecting: (at) => t('live.reconnecting', { at }),
    connectionCancelled: t('live.connectionCancelled'),
    connectionRefused: t('live.connectionRefused'),
    nothingToConnect: t('live.nothingToConnect'),
    gathered: (count) => t('live.gathered', { count }),
  };
}

const made = new WeakMap<TFunction, LayerWords>();

/** The words of the accessible layer in the person's language; made once a language, since every name of a node asks for them. */
export function layerWords(t: TFunction): LayerWords {
  const known = made.get(t) ?? wordsOf(t);
  made.set(t, known);
  return known;
}
