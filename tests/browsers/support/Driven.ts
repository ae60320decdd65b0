export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A tab of a real browser, as far as these tests drive it. */
export interface DrivenTab {
  open(url: string): Promise<void>;
  /** Runs the body of an async function in the page; its arguments and what it returns are JSON. */
  evaluate<Result>(body: string, ...args: readonly unknown[]): Promise<Result>;
  /** Presses the mouse at the first point, moves on through the others and releases it. */
  drag(...points: readonly Point[]): Promise<void>;
  doubleClick(at: Point): Promise<void>;
  /** Types as at a keyboard. */
  type(text: string): Promise<void>;
  press(key: 'Escape'): Promise<void>;
  wheel(at: Point, by: Point): Promise<void>;
  close(): Promise<void>;
}

/** A real browser with a fresh profile. */
export interface DrivenBrowser {
  openTab(): Promise<DrivenTab>;
  close(): Promise<void>;
}
