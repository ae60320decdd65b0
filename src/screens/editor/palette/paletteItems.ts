import type { NodeType } from '../../../engine';
import { modelsOf } from '../../../stores/catalogue';
import type { PanelType } from '../../../stores/PanelStore';

/** One draggable entry of the side panel. */
export interface PaletteItem {
  /** `data-palette`: the input node's type or the model's name. */
  readonly id: string;
  readonly panel: PanelType;
  readonly nodeType: NodeType;
  /** Null for input nodes. */
  readonly model: string | null;
  readonly isAvailable: boolean;
}

const INPUT_NODES: Readonly<Partial<Record<PanelType, NodeType>>> = { text: 'textPrompt', image: 'imageUpload' };

/** Which node a model of a panel would become. */
const MODEL_NODES: Readonly<Record<PanelType, NodeType>> = {
  text: 'model',
  image: 'image',
  video: 'video',
  audio: 'audio',
};

/** The node that takes what a person brings; video and audio have none. */
export function inputItem(panel: PanelType): PaletteItem | null {
  const nodeType = INPUT_NODES[panel];
  return nodeType ? { id: nodeType, panel, nodeType, model: null, isAvailable: true } : null;
}

export const modelItems = (panel: PanelType): readonly PaletteItem[] =>
  modelsOf(panel).map(({ name, available }) => ({
    id: name,
    panel,
    nodeType: MODEL_NODES[panel],
    model: name,
    isAvailable: available,
  }));
