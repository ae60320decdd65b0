import { FLOW_NAMES, type NodeKinds } from '../../../engine';
import { inputItems, modelItems, type PaletteItem } from '../palette/paletteItems';

/** Entries of the palette that become one of these nodes and may be added now, in the palette's order. */
export const addMenuItems = (
  kinds: NodeKinds,
  types: readonly string[],
  offered: ReadonlySet<string> | null,
): readonly PaletteItem[] =>
  FLOW_NAMES.flatMap((panel) => [...inputItems(kinds, panel), ...modelItems(kinds, panel, offered)]).filter(
    (item) => item.isAvailable && types.includes(item.nodeType),
  );
