/** The colours and the face that painters use; `src/theme` gives the values for light and dark. */
export interface PaintTheme {
  readonly floor: string;
  readonly surface: string;
  readonly raised: string;
  readonly ink: string;
  readonly muted: string;
  readonly faint: string;
  readonly line: string;
  readonly textPipe: string;
  readonly textPipeCore: string;
  readonly imagePipe: string;
  readonly imagePipeCore: string;
  readonly danger: string;
  readonly focus: string;
  /** CSS font families, without size and weight. */
  readonly fontFamily: string;
}
