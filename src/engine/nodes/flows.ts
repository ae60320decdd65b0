/** The look and behaviour of a flow; everything that differs between flows is here. */
export interface FlowRow {
  /** The word for its content, in both languages of the application. */
  readonly label: Readonly<Record<'ko' | 'en', string>>;
  /** Colours of the theme: of its edges, handles and dots, and of the core of both. */
  readonly colour: 'textEdge' | 'imageEdge' | 'faint';
  readonly core: 'textEdgeCore' | 'imageEdgeCore' | 'line';
  /** Shape of its handles and dots, so that no colour is needed to tell flows apart. */
  readonly shape: 'circle' | 'square';
  /** Its handles take edges; those of the others are drawn small and grey. */
  readonly connects: boolean;
  /** Edges of a higher layer lie above the others, whichever was made first. */
  readonly layer: 0 | 1;
  /** The words with which an input of this flow refuses an edge of another one. */
  readonly refusal: 'needsText' | 'needsImage' | 'notConnectable';
}

const GREY = { colour: 'faint', core: 'line', connects: false, layer: 0, refusal: 'notConnectable' } as const;

const ROWS = {
  text: {
    label: { ko: '텍스트', en: 'text' },
    colour: 'textEdge',
    core: 'textEdgeCore',
    shape: 'circle',
    connects: true,
    layer: 0,
    refusal: 'needsText',
  },
  image: {
    label: { ko: '이미지', en: 'image' },
    colour: 'imageEdge',
    core: 'imageEdgeCore',
    shape: 'square',
    connects: true,
    layer: 1,
    refusal: 'needsImage',
  },
  video: { ...GREY, label: { ko: '비디오', en: 'video' }, shape: 'square' },
  audio: { ...GREY, label: { ko: '오디오', en: 'audio' }, shape: 'circle' },
} as const satisfies Readonly<Record<string, FlowRow>>;

/** The kind of content that an edge carries and a handle takes or gives. */
export type Flow = keyof typeof ROWS;

export const FLOWS: Readonly<Record<Flow, FlowRow>> = ROWS;

type Unlabelled = Omit<FlowRow, 'label'>;

/** The flow of an edge that names none, or one of a newer version, and of kinds that nothing flows out of. */
const NO_FLOW: Unlabelled = { ...GREY, shape: 'circle' };

export const FLOW_NAMES = Object.keys(FLOWS) as readonly Flow[];
export const EDGE_LAYERS = [0, 1] as const;

const rows = /* @__PURE__ */ new Map<string | null | undefined, Unlabelled>(Object.entries(FLOWS));

export const flowRow = (flow: string | null | undefined): Unlabelled => rows.get(flow) ?? NO_FLOW;
