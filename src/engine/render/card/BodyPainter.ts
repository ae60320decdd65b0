import type { CardLayout } from '../../nodes/cardLayout';
import type { FlowNode } from '../../document/FlowNode';
import type { CardState, PaintEnvironment } from './PaintEnvironment';
import type { Painter2D } from '../shapes/Painter2D';

/** Paints what is below a card's header, in full detail. Text is left-aligned on its middle when it is called, and after. */
export type BodyPainter = (
  ctx: Painter2D,
  node: FlowNode,
  layout: CardLayout,
  state: CardState,
  environment: PaintEnvironment,
) => void;

/** Paints all of a card itself, at every level of detail; leaves the alpha as it was. */
export type CardPainter = BodyPainter;

/** Paints the same at medium detail, in the current fill colour; `text` is the card's text. */
export type MediumBodyPainter = (ctx: Painter2D, layout: CardLayout, text: string) => void;
