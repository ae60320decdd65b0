import type { FlowNode } from '../../document/FlowNode';

/** The colours of frames by name: a theme has a shade for each. */
export const FRAME_COLOURS = ['grey', 'blue', 'green', 'yellow', 'red', 'violet'] as const;

export type FrameColour = (typeof FRAME_COLOURS)[number];

/** The colour of a frame that names none, or one of a newer version. */
const USUAL: FrameColour = 'blue';

export const frameColour = ({ data: { colour } }: FlowNode): FrameColour =>
  FRAME_COLOURS.find((name) => name === colour) ?? USUAL;
