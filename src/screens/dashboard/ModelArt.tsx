import { memo } from 'react';
import type { PanelType } from '../../stores/PanelStore';
import { roundedPath } from '../../ui/roundedPath';
import { composeArt, type Shape } from './composeArt';

interface ModelArtProps {
  readonly type: PanelType;
  /** Seeds the drawing: the same model always looks the same. */
  readonly name: string;
}

function Drawn({ shape }: { readonly shape: Shape }) {
  switch (shape.kind) {
    case 'block':
      return (
        <rect x={shape.x} y={shape.y} width={shape.width} height={shape.height} rx={shape.radius} fill={shape.fill} />
      );
    case 'disc':
      return <circle cx={shape.x} cy={shape.y} r={shape.r} fill={shape.fill} />;
    case 'area':
      return <path d={shape.d} fill={shape.fill} />;
    case 'pipe': {
      const d = roundedPath(shape.corners, shape.radius);
      return (
        <g fill="none" strokeLinecap="round" strokeLinejoin="round">
          <path d={d} stroke={shape.colour} strokeWidth={shape.width} />
          <path d={d} stroke={shape.core} strokeWidth={shape.width / 4} />
        </g>
      );
    }
  }
}

/** A model's picture in the gallery: pipes on colour fields, drawn by us; never a vendor's logo. */
export const ModelArt = memo(function ModelArt({ type, name }: ModelArtProps) {
  const art = composeArt(type, name);
  return (
    <svg viewBox="0 0 320 200" preserveAspectRatio="xMidYMid slice" aria-hidden="true" focusable="false">
      <rect width="320" height="200" fill={art.ground} />
      {art.shapes.map((shape, index) => (
        // A drawing never changes, so the place in it is a good key.
        // oxlint-disable-next-line react/no-array-index-key
        <Drawn key={index} shape={shape} />
      ))}
    </svg>
  );
});
