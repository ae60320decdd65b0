/** The pictures in frames; a `Scene` answers, since it knows positions. */
export interface Framed {
  /** Ids of the pictures that stand in a frame, from top to bottom and from left to right; the same whether it, or one around it, is folded. */
  picturesIn(frameId: string): readonly string[];
  /** Ids of the frames with edges that a picture stands in. */
  framesAround(nodeId: string): readonly string[];
}
