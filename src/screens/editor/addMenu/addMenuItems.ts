import { FLOW_NAMES, type NodeKinds } from '../../../engine';
import { panelItems, type PaletteItem, type PaletteModels } from '../palette/paletteItems';

/** Entries of the palette that become one of these nodes and may be added now, in the palette's order. */
export const addMenuItems = (
  kinds: NodeKinds,
  types: readonly string[],
  models: PaletteModels,
): readonly PaletteItem[] =>
  FLOW_NAMES.flatMap((panel) => panelItems(kinds, panel, models)).filter(
    (item) => item.isAvailable && types.includes(item.nodeType),
  );
