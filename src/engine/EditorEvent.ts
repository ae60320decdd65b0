import type { DirtyRegion } from './render/frame/repaintPlan';
import type { CardAction } from './nodes/cardLayout';
import type { Change } from './document/Change';
import type { Effect } from './document/Effect';

/** The two surfaces: everything at rest, and what moves with the gesture. */
export type LayerName = 'world' | 'overlay';
export const BOTH_LAYERS: readonly LayerName[] = ['world', 'overlay'];

/** Who changed the document: the person, undo and redo, or something from outside (a result, another tab). */
export type Origin = 'user' | 'history' | 'merge';

/** What listeners are told, after it happened. */
export type EditorEvent =
  /** `effects`: what the changes did to the lists; `cards`: where cards came, went or changed. */
  | {
      readonly type: 'document';
      readonly changes: readonly Change[];
      readonly effects: readonly Effect[];
      readonly origin: Origin;
      readonly cards: DirtyRegion;
    }
  | { readonly type: 'camera' }
  | { readonly type: 'selection' }
  | { readonly type: 'hover' }
  /** The tool entered another state. */
  | { readonly type: 'state' }
  | { readonly type: 'preview' }
  /** `Editor.wantsTicks` has changed: whoever has a clock sends a tick each frame, or stops. */
  | { readonly type: 'ticks' }
  /** A field is being edited, or no longer. */
  | { readonly type: 'editing' }
  /** An edge was let go over a handle or a card that cannot take it. */
  | { readonly type: 'refused' }
  /** A button on a card was pressed; the app runs, converts, uploads or enlarges. */
  | { readonly type: 'action'; readonly nodeId: string; readonly action: CardAction }
  /** These surfaces no longer show what is so; of the world, all that moved with the camera and this area. */
  | {
      readonly type: 'invalidate';
      readonly layers: readonly LayerName[];
      readonly reason: string;
      readonly area: DirtyRegion;
    };
