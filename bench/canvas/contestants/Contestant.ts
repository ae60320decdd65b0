import type { BrowserContext, Page } from 'playwright-core';
import type { Snapshot } from '../../../src/engine/document/Snapshot';
import type { ContestantName } from '../flags';

/** Someone who shows the flow and takes the gestures. */
export interface Contestant {
  readonly name: ContestantName;
  /** Turn of the wheel, with the control key held, that zooms from one end of the range to the other in so many; pixels a turn. */
  readonly wheelTurn: (turns: number) => number;
  /** The element that shows that the flow is on the screen. */
  readonly firstPaint: { readonly selector: string; readonly isCanvas: boolean };
  /** Puts the flow where the page will find it; answers the address to open. */
  place(context: BrowserContext, name: string, flow: Snapshot): Promise<string>;
  /** Resolves when `window.bench` is there. */
  openDoor(page: Page): Promise<void>;
  /** Resolves when what an edit is followed by is over, behind the page too: a server at work takes a processor from the next gesture. */
  aftermath(page: Page): Promise<void>;
}

/** Neither ours nor the limit that ours is held against. */
export const isPeer = ({ name }: Contestant): boolean => name !== 'mulgil' && name !== 'limit';
