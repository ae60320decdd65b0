import type { TFunction } from 'i18next';
import type { FlowNode, NodeKinds } from '../../../engine';
import * as named from '../../../engine/konva';
import { layerWords } from '../../../i18n/layerWords';

/** The engine's names of nodes, in the person's language. */
export const kindWord = (kinds: NodeKinds, type: string, t: TFunction): string =>
  named.kindWord(layerWords(t), kinds, type);

export const modeWord = (node: FlowNode, t: TFunction): string => named.modeWord(layerWords(t), node);

export const nodeName = (kinds: NodeKinds, node: FlowNode, prompt: string, t: TFunction): string =>
  named.nodeName(layerWords(t), kinds, node, prompt);
