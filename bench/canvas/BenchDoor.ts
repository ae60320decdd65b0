/** Screen = world * zoom + (x, y), in pixels from the top left corner of the stage. */
export interface View {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The door `window.bench` of every contestant's page: it sets a scene and shows what a gesture did. Gestures are real input. */
export interface BenchDoor {
  view(): View;
  setView(view: View): void;
  /** World position of a node as drawn; a drag in progress counts. */
  positionOf(nodeId: string): Point;
  /** World position of a handle's centre; of an input that is free where an input takes one pipe only. */
  handleAt(nodeId: string, handleId: string): Point;
  edgeCount(): number;
  selectedCount(): number;
  clearSelection(): void;
  /** Draws since the page was opened by the contestant's own count, by layer; null when it keeps none. */
  draws(): Readonly<Record<string, number>> | null;
  /** Decoded bytes that the contestant's pictures hold; null when it does not tell. */
  pictureBytes(): number | null;
}

/** Offsets of handles from their node's corner, by node type and handle id. */
export type HandleOffsets = Readonly<Record<string, Readonly<Record<string, Point>>>>;

declare global {
  interface Window {
    bench?: BenchDoor;
    /** Milliseconds from the start of the navigation to the first frame with the flow in it. */
    benchPaintedMs?: number;
    /** Durations of the main thread's tasks over 50 ms, in milliseconds. */
    benchLongTasks?: number[];
  }
}
