import type { CardLayout } from '../../model/cardLayout';
import type { FlowNode } from '../../model/FlowNode';
import type { CardState, PaintEnvironment } from '../PaintEnvironment';
import type { Painter2D } from '../Painter2D';

/** Paints what is below a card's header, in full detail. Text is left-aligned on its middle when it is called, and after. */
export type BodyPainter = (
  ctx: Painter2D,
  node: FlowNode,
  layout: CardLayout,
  state: CardState,
  environment: PaintEnvironment,
) => void;
