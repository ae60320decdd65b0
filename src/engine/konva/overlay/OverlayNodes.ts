import type { Context } from 'konva/lib/Context';
import { Group } from 'konva/lib/Group';
import { Layer } from 'konva/lib/Layer';
import { Shape } from 'konva/lib/Shape';
import { Circle } from 'konva/lib/shapes/Circle';
import { Line } from 'konva/lib/shapes/Line';
import { Rect } from 'konva/lib/shapes/Rect';
import { detailAt } from '../../render/card/levelOfDetail';
import { CARD_RADIUS } from '../../render/card/paintCardSurface';
import { paintSnappedHandle } from '../../render/card/paintHandles';
import type { PaintTheme } from '../../render/card/PaintTheme';
import { overlayParts, type OverlayParts } from '../../render/frame/overlayParts';
import { deviceViewport } from '../../render/frame/repaintPlan';
import { paintEdge, type EdgeState } from '../../render/pane/paintEdge';
import type { Editor } from '../../Editor';
import { nativeContext } from '../stage/layerContext';

/** No hit tests, and no drawing by way of a second canvas. */
const QUIET = { listening: false, perfectDrawEnabled: false, visible: false } as const;
const TINT = 0.1;
/** Lines; screen pixels. */
const MARQUEE_LINE = 1;
const DROP_LINE = 2;
const RING_LINE = 2;
const STROKE_LINE = 2;
const STROKE_DASHES = [6, 5];
const CROSSING_RADIUS = 7;
const SLOT_RADIUS = 2;
const GUIDE_LINE = 1;
/** Lines on three shares of two axes, and gaps at both sides of a card on both. */
const GUIDES_MAX = 14;
/** Parts of a delete button's radius. */
const RIM = 1 / 6;
const ARM = 1 / 3;

/**
 * Konva nodes that a gesture or a selection lays over the cards: `under` the dragged cards, and `over` them. They are few, and
 * stay from one frame to the next; `follow` brings them up to date.
 */
export class OverlayNodes {
  readonly under = new Group({ listening: false });
  readonly over = new Group({ listening: false });
  readonly #dropTint = new Rect({ ...QUIET, opacity: TINT, cornerRadius: CARD_RADIUS });
  readonly #dropRing = new Rect({ ...QUIET, cornerRadius: CARD_RADIUS });
  readonly #rowSlot = new Rect({ ...QUIET, cornerRadius: SLOT_RADIUS });
  readonly #connection = new Shape({ ...QUIET, sceneFunc: (_, shape) => this.#paintConnection(shape) });
  readonly #aim = new Shape({ ...QUIET, sceneFunc: (_, shape) => this.#paintAim(shape) });
  readonly #insertion = new Shape({ ...QUIET, sceneFunc: (_, shape) => this.#paintInsertion(shape) });
  readonly #stroke = new Line({ ...QUIET, lineCap: 'round', lineJoin: 'round' });
  readonly #crossings = new Shape({ ...QUIET, sceneFunc: (context) => this.#paintCrossings(context) });
  readonly #marqueeTint = new Rect({ ...QUIET, opacity: TINT });
  readonly #marquee = new Rect(QUIET);
  readonly #edgeEnds = [0, 1].map(() => new Circle(QUIET));
  readonly #guides = new Group({ listening: false, visible: false });
  readonly #guideLines = Array.from({ length: GUIDES_MAX }, () => new Line(QUIET));
  /** One pixel in radius, and scaled. */
  readonly #deleteButton = new Group({ listening: false, visible: false });
  readonly #disc = new Circle({
    ...QUIET,
    visible: true,
    radius: 1,
    strokeWidth: 2 * RIM,
    fillAfterStrokeEnabled: true,
  });
  readonly #cross = [ARM, -ARM].map(
    (rise) =>
      new Line({
        ...QUIET,
        visible: true,
        points: [-ARM, -rise, ARM, rise],
        strokeWidth: RIM,
        lineCap: 'round',
      }),
  );
  #parts: OverlayParts | null = null;
  #theme: PaintTheme | null = null;
  #zoom = 1;

  constructor() {
    this.#deleteButton.add(this.#disc, ...this.#cross);
    this.under.add(this.#insertion, this.#dropTint, this.#dropRing, this.#rowSlot);
    this.over.add(this.#aim, this.#connection, this.#marqueeTint, this.#marquee, this.#stroke, this.#crossings);
    this.#guides.add(...this.#guideLines);
    this.over.add(...this.#edgeEnds, this.#guides, this.#deleteButton);
  }

  /** `pixelRatio`: device pixels per screen pixel of the layer that they are drawn on. */
  follow(editor: Editor, theme: PaintTheme, pixelRatio: number): void {
    const parts = overlayParts(editor);
    const viewport = deviceViewport(editor.view.viewport, pixelRatio);
    const { zoom } = editor.view.viewport;
    const place = { x: viewport.x / pixelRatio, y: viewport.y / pixelRatio, scaleX: zoom, scaleY: zoom };
    show(this.#dropTint, parts.dropTarget, { fill: theme.textEdge });
    show(this.#dropRing, parts.dropTarget, { stroke: theme.textEdge, strokeWidth: DROP_LINE / zoom });
    show(this.#rowSlot, parts.rowSlot, { fill: theme.textEdge });
    show(this.#marqueeTint, parts.marquee, { fill: theme.focus });
    show(this.#marquee, parts.marquee, { stroke: theme.focus, strokeWidth: MARQUEE_LINE / zoom });
    show(this.#aim, parts.aim?.card, {});
    this.#connection.visible(parts.connection !== null);
    this.#insertion.visible(parts.insertion !== null);
    this.#crossings.visible(parts.cut !== null);
    show(this.#stroke, parts.cut && {}, {
      points: parts.cut?.path.flatMap(({ x, y }) => [x, y]) ?? [],
      stroke: theme.danger,
      strokeWidth: STROKE_LINE / zoom,
      dash: STROKE_DASHES.map((length) => length / zoom),
    });
    for (const [index, ring] of this.#edgeEnds.entries())
      show(ring, parts.edgeEnds[index], { stroke: theme.ink, strokeWidth: RING_LINE / zoom });
    this.#showGuides(parts.guides, theme, zoom);
    this.#showDeleteButton(parts.deleteButton, theme);
    for (const group of [this.under, this.over]) {
      // Konva would ask each of its nodes whether it is visible.
      group.visible(group.children.some((node) => node.visible()));
      if (group.visible()) group.setAttrs(place);
    }
    this.#parts = parts;
    this.#theme = theme;
    this.#zoom = zoom;
  }

  /** Most frames have no guides: their group is left out as one. */
  #showGuides(guides: OverlayParts['guides'], theme: PaintTheme, zoom: number): void {
    this.#guides.visible(guides.length > 0);
    if (guides.length === 0) return;
    for (const [index, line] of this.#guideLines.entries()) {
      const points = guides[index];
      show(line, points && { points }, { stroke: theme.danger, strokeWidth: GUIDE_LINE / zoom });
    }
  }

  #showDeleteButton(button: OverlayParts['deleteButton'], theme: PaintTheme): void {
    this.#deleteButton.visible(button !== null);
    if (!button) return;
    const { x, y, radius } = button;
    this.#deleteButton.setAttrs({ x, y, scaleX: radius, scaleY: radius });
    this.#disc.setAttrs({ fill: theme.danger, stroke: theme.surface });
    for (const line of this.#cross) line.stroke(theme.surface);
  }

  /** Paints the pending connection with the painter of all edges: it looks like the edge that it will be. */
  #paintConnection(shape: Shape): void {
    const { connection, beside } = this.#parts ?? { connection: null, beside: [] };
    for (const edge of connection ? [...beside, connection] : [])
      this.#paintEdge(shape, edge, { isPreview: true, isFaded: edge.isFaded });
  }

  #paintAim(shape: Shape): void {
    const surroundings = this.#surroundingsOf(shape);
    if (this.#parts?.aim && surroundings)
      paintSnappedHandle(surroundings.context, this.#parts.aim.handle, surroundings.environment);
  }

  #paintInsertion(shape: Shape): void {
    if (this.#parts?.insertion) this.#paintEdge(shape, this.#parts.insertion, { isSelected: true });
  }

  #paintEdge(shape: Shape, edge: NonNullable<OverlayParts['insertion']>, state: EdgeState): void {
    const surroundings = this.#surroundingsOf(shape);
    if (surroundings) paintEdge(surroundings.context, edge.route, edge.flow, surroundings.environment, state);
  }

  /** The surroundings that painters of cards and edges need. Konva has set the context to the shape's coordinates. */
  #surroundingsOf(shape: Shape) {
    const layer = shape.getLayer();
    if (!layer || !this.#theme) return null;
    const scale = this.#zoom * layer.getCanvas().getPixelRatio();
    return { context: nativeContext(layer), environment: { theme: this.#theme, detail: detailAt(this.#zoom), scale } };
  }

  /** A red dot with a rim on each edge that would go. */
  #paintCrossings(context: Context): void {
    const theme = this.#theme;
    if (!theme) return;
    for (const { x, y } of this.#parts?.cut?.crossings ?? []) {
      context.beginPath();
      context.arc(x, y, CROSSING_RADIUS / this.#zoom, 0, 2 * Math.PI);
      context.setAttr('fillStyle', theme.danger);
      context.fill();
      context.setAttr('strokeStyle', theme.surface);
      context.setAttr('lineWidth', STROKE_LINE / this.#zoom);
      context.stroke();
    }
  }
}

/** Shows a node with the attributes of `part` and `look`; hides it when there is no part. */
function show(node: Shape, part: object | null | undefined, look: object): void {
  node.visible(Boolean(part));
  if (part) node.setAttrs({ ...part, ...look });
}

/** A layer that is drawn by the draw loop alone: changes of its nodes ask Konva for no frame of their own. */
export class OverlayLayer extends Layer {
  readonly #beforeDraw: (layer: Layer) => void;

  /** `beforeDraw` brings its nodes up to date. */
  constructor(beforeDraw: (layer: Layer) => void) {
    super({ listening: false });
    this.#beforeDraw = beforeDraw;
  }

  override draw(): this {
    this.#beforeDraw(this);
    return super.draw();
  }

  override batchDraw(): this {
    return this;
  }
}
