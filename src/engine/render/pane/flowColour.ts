import type { NodeKind } from '../../nodes/nodeKinds';
import type { PaintTheme } from '../card/PaintTheme';

/** What an edge, a handle or a type dot may be coloured by. */
export type EdgeColour = 'text' | 'image' | 'default';

export const edgeColour = (theme: PaintTheme, colour: EdgeColour): string =>
  colour === 'text' ? theme.textEdge : colour === 'image' ? theme.imageEdge : theme.faint;

export const edgeCoreColour = (theme: PaintTheme, colour: EdgeColour): string =>
  colour === 'text' ? theme.textEdgeCore : colour === 'image' ? theme.imageEdgeCore : theme.line;

/** The colour of a kind of node: its words blue, its pictures yellow, neither grey. */
export const kindColour = (theme: PaintTheme, colour: NodeKind['colour']): string =>
  edgeColour(theme, colour === 'none' ? 'default' : colour);
