import type { FrameColour } from '../../nodes/frame/frameColours';

/** The colours and the face that painters use; `src/theme` gives the values for light and dark. */
export interface PaintTheme {
  readonly pane: string;
  readonly surface: string;
  readonly raised: string;
  readonly ink: string;
  readonly muted: string;
  readonly faint: string;
  readonly line: string;
  readonly textEdge: string;
  readonly textEdgeCore: string;
  readonly imageEdge: string;
  readonly imageEdgeCore: string;
  readonly danger: string;
  readonly focus: string;
  /** Colours of frames by their names; notes have the yellow one. */
  readonly frames: Readonly<Record<FrameColour, string>>;
  /** CSS font families, without size and weight. */
  readonly fontFamily: string;
}
