import type { Handle } from '../../nodes/handles';

/** How much of a card is drawn: everything, less (text as bars, small picture), or one colour. */
export type LevelOfDetail = 'full' | 'medium' | 'low';

/** Full detail from 35 %, medium from 20 %, low below. */
export const FULL_DETAIL_FROM_ZOOM = 0.35;
const MEDIUM_DETAIL_FROM_ZOOM = 0.2;

export const detailAt = (zoom: number): LevelOfDetail =>
  zoom < MEDIUM_DETAIL_FROM_ZOOM ? 'low' : zoom < FULL_DETAIL_FROM_ZOOM ? 'medium' : 'full';

/** Whether cards show their buttons, rows and texts; painters and the hit test ask alike, so that nothing unseen is pressed. */
export const drawsParts = (detail: LevelOfDetail): boolean => detail === 'full';

/** Whether cards show this handle at rest. */
export const drawsHandle = (detail: LevelOfDetail, { isConnectable }: Handle): boolean =>
  detail === 'full' || (detail === 'medium' && isConnectable);
