import { roundedPath, type Corner } from './roundedPath';

interface PipeDrawingProps {
  readonly corners: readonly Corner[];
  readonly flow: 'text' | 'image';
  /** 16 unless told, as on the canvas; the core and the corners follow it. */
  readonly width?: number;
  readonly radius?: number;
}

/** One pipe inside an SVG: the body and, on it, the core that catches the light. */
export function PipeDrawing({ corners, flow, width = 16, radius = width }: PipeDrawingProps) {
  const path = roundedPath(corners, radius);
  return (
    <g fill="none" strokeLinecap="round" strokeLinejoin="round">
      <path d={path} stroke={`var(--${flow}-edge)`} strokeWidth={width} />
      <path d={path} stroke={`var(--${flow}-edge-core)`} strokeWidth={width / 4} />
    </g>
  );
}
