import type { NodeKind } from '../../nodes/nodeKinds';
import type { PaintTheme } from '../card/PaintTheme';

/** What a pipe, a handle or a type dot may be coloured by. */
export type PipeColour = 'text' | 'image' | 'default';

export const pipeColour = (theme: PaintTheme, colour: PipeColour): string =>
  colour === 'text' ? theme.textPipe : colour === 'image' ? theme.imagePipe : theme.faint;

export const pipeCoreColour = (theme: PaintTheme, colour: PipeColour): string =>
  colour === 'text' ? theme.textPipeCore : colour === 'image' ? theme.imagePipeCore : theme.line;

/** The colour of a kind of node: its words blue, its pictures yellow, neither grey. */
export const kindColour = (theme: PaintTheme, colour: NodeKind['colour']): string =>
  pipeColour(theme, colour === 'none' ? 'default' : colour);
