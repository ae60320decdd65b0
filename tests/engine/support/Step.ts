import type {
  Arrangement,
  CardAction,
  Change,
  EdgeEnd,
  EditorInput,
  FrameColour,
  NodeRun,
  NodeTakes,
  NodeType,
  Vector,
} from '../../../src/engine';

/** A target on the canvas; `index` wraps around the existing things, so that it hits real ones. */
export type Aim =
  | { readonly on: 'pane'; readonly point: Vector }
  | {
      readonly on: 'card' | 'handle' | 'grip' | 'button' | 'corner' | 'delete' | 'pipe' | 'pipeEnd' | 'deletePipe';
      readonly index: number;
      readonly part: number;
    };

export type Pointing = Extract<EditorInput, { readonly point: Vector }>;

/** One event as data, so that a failing sequence can be read. */
export type Step =
  | { readonly do: 'point'; readonly at: Aim; readonly input: Pointing }
  | { readonly do: 'input'; readonly input: EditorInput }
  | {
      readonly do: 'pull';
      readonly from: Aim;
      /** Whether a finger or a pen rests before it moves, as a long press does. */
      readonly rests: boolean;
      readonly to: Aim;
      readonly input: Pointing;
      readonly end: 'up' | 'held';
    }
  | {
      readonly do:
        | 'undo'
        | 'redo'
        | 'selectAll'
        | 'removeSelected'
        | 'stopEditing'
        | 'fit'
        | 'openSelected'
        | 'dropConnection';
    }
  | { readonly do: 'merge' | 'run'; readonly changes: readonly Change[]; readonly group: string | null }
  | { readonly do: 'add'; readonly type: NodeType; readonly at: Vector }
  | { readonly do: 'add row'; readonly count: number; readonly at: Vector }
  | { readonly do: 'copy'; readonly chosen: readonly number[]; readonly by: Vector; readonly isJoined: boolean }
  | { readonly do: 'connect'; readonly from: number; readonly to: number; readonly flow: 'text' | 'image' }
  | {
      readonly do: 'begin';
      /** Whether the current gesture is cancelled first. */
      readonly isAtRest: boolean;
      readonly index: number;
      readonly part: number;
      readonly isDropped: boolean;
    }
  | { readonly do: 'aim'; readonly index: number; readonly part: number }
  | {
      readonly do: 'lead';
      readonly isAtRest: boolean;
      readonly index: number;
      readonly end: EdgeEnd;
      readonly to: number;
      readonly isDropped: boolean;
    }
  | {
      readonly do: 'answer';
      readonly index: number;
      readonly part: number;
      readonly type: NodeType;
      readonly at: Vector;
    }
  | { readonly do: 'hand on'; readonly index: number; readonly part: number; readonly into: number }
  | { readonly do: 'order'; readonly index: number; readonly part: number; readonly slot: number }
  | { readonly do: 'place'; readonly index: number; readonly part: number; readonly at: Vector }
  | { readonly do: 'reroute'; readonly index: number; readonly at: Vector }
  | { readonly do: 'fly'; readonly index: number; readonly isStill: boolean }
  | { readonly do: 'nudge' | 'resize'; readonly by: Vector }
  | { readonly do: 'frame' | 'fold' }
  | { readonly do: 'colour'; readonly colour: FrameColour }
  | { readonly do: 'arrange'; readonly how: Arrangement }
  | { readonly do: 'press'; readonly index: number; readonly action: CardAction }
  | { readonly do: 'repaint'; readonly ids: readonly string[] | null }
  | { readonly do: 'detach' | 'edit' | 'write'; readonly index: number; readonly part: number; readonly text: string }
  | { readonly do: 'collect'; readonly items: readonly number[]; readonly into: number }
  | { readonly do: 'select'; readonly ids: readonly string[] }
  | { readonly do: 'takes'; readonly ids: readonly string[]; readonly takes: NodeTakes }
  | { readonly do: 'models'; readonly models: readonly string[] | null }
  | { readonly do: 'runs'; readonly ids: readonly string[]; readonly run: NodeRun }
  | { readonly do: 'size'; readonly width: number; readonly height: number };
