import type { Handle } from '../../nodes/handles';

/** How much of a card is drawn: everything, flat (text as bars, small picture), or a block of colour. */
export type Detail = 'full' | 'flat' | 'block';

/** Cards are flat below 35 %, blocks below 20 %. */
export const FLAT_BELOW_ZOOM = 0.35;
const BLOCK_BELOW_ZOOM = 0.2;

export const detailAt = (zoom: number): Detail =>
  zoom < BLOCK_BELOW_ZOOM ? 'block' : zoom < FLAT_BELOW_ZOOM ? 'flat' : 'full';

/** Whether cards show their buttons, rows and texts; painters and the hit test ask alike, so that nothing unseen is pressed. */
export const drawsParts = (detail: Detail): boolean => detail === 'full';

/** Whether cards show this handle at rest. */
export const drawsHandle = (detail: Detail, { isConnectable }: Handle): boolean =>
  detail === 'full' || (detail === 'flat' && isConnectable);
