import { paintCard } from '../card/paintCard';
import { paintHandles } from '../card/paintHandles';

/** The painters of one node, in their order. */
export type NodePainters = readonly (typeof paintCard)[];

export const WHOLE: NodePainters = [paintCard, paintHandles];
