import { NODE_KINDS, type PaletteEntry } from '../../../engine';
import { modelsOf } from '../../../stores/catalogue';
import type { PanelType } from '../../../stores/PanelStore';

/** One draggable entry of the side panel. */
export interface PaletteItem {
  /** `data-palette`: the input node's type or the model's name. */
  readonly id: string;
  readonly panel: PanelType;
  readonly nodeType: string;
  /** Null for input nodes. */
  readonly model: string | null;
  readonly isAvailable: boolean;
}

/** The kind that a panel offers; video and audio have none that takes what a person brings. */
const kindOf = (panel: PanelType, from: PaletteEntry['from']): string | undefined =>
  NODE_KINDS.all.find(({ palette }) => palette?.panel === panel && palette.from === from)?.type;

/** The node that takes what a person brings; video and audio have none. */
export function inputItem(panel: PanelType): PaletteItem | null {
  const nodeType = kindOf(panel, 'person');
  return nodeType ? { id: nodeType, panel, nodeType, model: null, isAvailable: true } : null;
}

export function modelItems(panel: PanelType): readonly PaletteItem[] {
  const nodeType = kindOf(panel, 'model');
  if (nodeType === undefined) return [];
  return modelsOf(panel).map(({ name, available }) => ({
    id: name,
    panel,
    nodeType,
    model: name,
    isAvailable: available,
  }));
}
