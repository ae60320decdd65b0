import type { NodeKinds, PaletteEntry } from '../../../engine';
import { modelsOf } from '../../../stores/catalogue';
import type { ModelsStore } from '../../../stores/generation/ModelsStore';
import type { PanelType } from '../../../stores/PanelStore';

/** One draggable entry of the side panel. */
export interface PaletteItem {
  /** `data-palette`: the input node's type or the model's name. */
  readonly id: string;
  readonly panel: PanelType;
  readonly nodeType: string;
  /** Null for nodes that name none. */
  readonly model: string | null;
  readonly isAvailable: boolean;
}

/** The types of the kinds in a panel. */
const typesIn = ({ all }: NodeKinds, panel: PanelType, from: PaletteEntry['from']): readonly string[] =>
  all.flatMap(({ type, palette }) => (palette?.panel === panel && palette.from === from ? [type] : []));

const plainItem = (panel: PanelType, nodeType: string): PaletteItem => ({
  id: nodeType,
  panel,
  nodeType,
  model: null,
  isAvailable: true,
});

/** Facts about the server's models that decide what the palette offers. */
export type PaletteModels = Pick<ModelsStore, 'names' | 'canWrite'>;

/** The nodes that take what a person brings; video and audio have none. */
export const inputItems = (kinds: NodeKinds, panel: PanelType): readonly PaletteItem[] =>
  typesIn(kinds, panel, 'person').map((nodeType) => plainItem(panel, nodeType));

/** The nodes of the server's text model; none where it has none, and while that is not known. */
export const writerItems = (
  kinds: NodeKinds,
  panel: PanelType,
  { canWrite }: Pick<PaletteModels, 'canWrite'>,
): readonly PaletteItem[] =>
  canWrite === true ? typesIn(kinds, panel, 'textModel').map((nodeType) => plainItem(panel, nodeType)) : [];

/** All entries of a panel in their order. */
export const panelItems = (kinds: NodeKinds, panel: PanelType, models: PaletteModels): readonly PaletteItem[] => [
  ...inputItems(kinds, panel),
  ...writerItems(kinds, panel, models),
  ...modelItems(kinds, panel, models.names),
];

/**
 * A node for each model of the panel, made of the panel's first kind for models: the catalogue, and after it what this server
 * makes pictures with besides.
 */
export function modelItems(
  kinds: NodeKinds,
  panel: PanelType,
  offered: ReadonlySet<string> | null,
): readonly PaletteItem[] {
  const [nodeType] = typesIn(kinds, panel, 'model');
  if (nodeType === undefined) return [];
  const here = panel === 'image' && offered ? offered : new Set<string>();
  const catalogue = modelsOf(panel);
  const item = (name: string, isAvailable: boolean): PaletteItem => {
    return { id: name, panel, nodeType, model: name, isAvailable };
  };
  return [
    ...catalogue.map(({ name, available }) => item(name, available || here.has(name))),
    ...[...here].filter((name) => catalogue.every((known) => known.name !== name)).map((name) => item(name, true)),
  ];
}
