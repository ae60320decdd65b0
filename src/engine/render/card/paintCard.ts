import { cardLayout } from '../../nodes/cardLayout';
import type { FlowNode } from '../../document/FlowNode';
import { nodeKind, type NodeType } from '../../nodes/nodeKinds';
import { nodeSize } from '../../nodes/nodeSize';
import type { BodyPainter } from './bodies/BodyPainter';
import { paintCategoryBody } from './bodies/paintCategoryBody';
import { paintCategoryItemBody } from './bodies/paintCategoryItemBody';
import { paintModelBody } from './bodies/paintModelBody';
import { paintPictureBody } from './bodies/paintPictureBody';
import { paintTextBody } from './bodies/paintTextBody';
import { paintTextPromptBody } from './bodies/paintTextPromptBody';
import { paintUnavailableBody } from './bodies/paintUnavailableBody';
import { paintUnknownBody } from './bodies/paintUnknownBody';
import { paintLowCard } from './paintLowCard';
import type { CardState, PaintEnvironment } from './PaintEnvironment';
import type { Painter2D } from '../shapes/Painter2D';
import { paintMediumCard } from './paintMediumCard';
import { paintFailedBorder, paintFrame } from './paintFrame';
import { paintHeader } from './paintHeader';
import { paintSelectionRing } from './paintSelectionRing';

const BODIES: Readonly<Record<NodeType, BodyPainter>> = {
  textPrompt: paintTextPromptBody,
  text: paintTextBody,
  imageUpload: paintPictureBody,
  image: paintPictureBody,
  model: paintModelBody,
  category: paintCategoryBody,
  categoryItem: paintCategoryItemBody,
  video: paintUnavailableBody,
  audio: paintUnavailableBody,
};

/**
 * Paints a card in its own coordinates (the caller has translated to the node's position), in as much detail as the
 * environment asks for. Leaves the transform, the alpha and the clip as they were; handles are painted by `paintHandles`.
 */
export function paintCard(ctx: Painter2D, node: FlowNode, state: CardState, environment: PaintEnvironment): void {
  const size = nodeSize(node);
  if (environment.detail === 'low') paintLowCard(ctx, node, size, state, environment);
  else if (environment.detail === 'medium') paintMediumCard(ctx, node, cardLayout(node), state, environment);
  else {
    const layout = cardLayout(node);
    const kind = nodeKind(node.type);
    ctx.textAlign = 'left';
    ctx.textBaseline = 'middle';
    paintFrame(ctx, size, state, environment);
    if (kind?.type !== 'categoryItem') paintHeader(ctx, node, layout, state, environment);
    const paintBody = kind ? BODIES[kind.type] : paintUnknownBody;
    paintBody(ctx, node, layout, state, environment);
  }
  if (state.run?.state === 'failed') paintFailedBorder(ctx, size, environment);
  if (state.isSelected) paintSelectionRing(ctx, size, environment);
}
