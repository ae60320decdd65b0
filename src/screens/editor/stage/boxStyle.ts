import type { CSSProperties } from 'react';
import type { Box } from '../../../engine';

/** An absolute place in a layer whose pixels are the box's. */
export const boxStyle = ({ x, y, width, height }: Box): CSSProperties => ({ left: x, top: y, width, height });
