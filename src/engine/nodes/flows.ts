import type { Flow } from '../document/FlowEdge';

/** The look and behaviour of a flow; everything that differs between flows is here. */
export interface FlowRow {
  /** Colours of the theme: of its edges, handles and dots, and of the core of both. */
  readonly colour: 'textEdge' | 'imageEdge' | 'faint';
  readonly core: 'textEdgeCore' | 'imageEdgeCore' | 'line';
  /** Shape of its handles and dots, so that no colour is needed to tell flows apart. */
  readonly shape: 'circle' | 'square';
  /** Its handles take edges; those of the others are drawn small and grey. */
  readonly connects: boolean;
  /** Edges of a higher layer lie above the others, so that two that cross do so in the same order in every frame. */
  readonly layer: 0 | 1;
  /** The words with which an input of this flow refuses an edge of another one. */
  readonly refusal: 'needsText' | 'needsImage' | 'notConnectable';
}

const GREY = { colour: 'faint', core: 'line', connects: false, layer: 0, refusal: 'notConnectable' } as const;

export const FLOWS: Readonly<Record<Flow, FlowRow>> = {
  text: { colour: 'textEdge', core: 'textEdgeCore', shape: 'circle', connects: true, layer: 0, refusal: 'needsText' },
  image: {
    colour: 'imageEdge',
    core: 'imageEdgeCore',
    shape: 'square',
    connects: true,
    layer: 1,
    refusal: 'needsImage',
  },
  video: { ...GREY, shape: 'square' },
  audio: { ...GREY, shape: 'circle' },
};

/** The flow of an edge that names none, or one of a newer version, and of kinds that nothing flows out of. */
const NO_FLOW: FlowRow = { ...GREY, shape: 'circle' };

export const FLOW_NAMES = Object.keys(FLOWS) as readonly Flow[];
export const EDGE_LAYERS = [0, 1] as const;

const rows = /* @__PURE__ */ new Map<string | null | undefined, FlowRow>(Object.entries(FLOWS));

export const flowRow = (flow: string | null | undefined): FlowRow => rows.get(flow) ?? NO_FLOW;
