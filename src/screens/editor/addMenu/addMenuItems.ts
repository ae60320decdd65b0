import { FLOW_NAMES } from '../../../engine';
import { inputItem, modelItems, type PaletteItem } from '../palette/paletteItems';

/** Entries of the palette that become one of these nodes and may be added now, in the palette's order. */
export const addMenuItems = (types: readonly string[]): readonly PaletteItem[] =>
  FLOW_NAMES.flatMap((panel) => [inputItem(panel) ?? [], modelItems(panel)].flat()).filter(
    (item) => item.isAvailable && types.includes(item.nodeType),
  );
