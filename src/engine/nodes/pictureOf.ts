import type { FlowNode } from '../document/FlowNode';

/** A node's value as the address of a picture. */
export const pictureOf = ({ data: { value } }: FlowNode): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

/** The text of a card that shows a picture. */
export const noText = (): string => '';
