import { breakLines } from '../../../../src/engine/render/text/breakLines';
import { ko } from '../../../../src/i18n/ko';
import { lists } from '../../../../src/i18n/ko/lists';
import { BODY_FONT, C, FLAT_ROW, LABEL_FONT, SMALL_FONT, TITLE_FONT } from './colours';
import { CATEGORY, IMAGE, IMAGE_UPLOAD, TEXT_PROMPT, type FlowArrays } from './FlowArrays';

const MODEL = 'Gemini-2.5-flash';
const KINDS: readonly string[] = [ko.node.textPrompt, ko.node.category, ko.node.imageUpload, MODEL];
const TITLE_WIDTH = 171;
/** Opacities of what is drawn faintly: the ground of a chip, and the picture that will come. */
const CHIP_ALPHA = 1 / 3;
const DRAWN = 0.55;

/** Measures of a card's words, by node; forgotten when a part of the face has arrived. */
let linesOf: (readonly string[])[] = [];
let chipsOf: number[][][] = [];
/** Titles cut to their line, by the whole title. */
const titles = new Map<string, string>();
const labelWidths = new Map<string, number>();

export function forgetMeasures(): void {
  linesOf = [];
  chipsOf = [];
  titles.clear();
  labelWidths.clear();
}

function clippedTitle(ctx: CanvasRenderingContext2D, title: string): string {
  let clipped = titles.get(title);
  if (clipped === undefined) {
    clipped = breakLines(title, TITLE_WIDTH, 1, (text) => ctx.measureText(text).width)[0] ?? '';
    titles.set(title, clipped);
  }
  return clipped;
}

function widthOf(ctx: CanvasRenderingContext2D, label: string): number {
  let width = labelWidths.get(label);
  if (width === undefined) {
    ctx.font = LABEL_FONT;
    width = ctx.measureText(label).width;
    labelWidths.set(label, width);
  }
  return width;
}

/** A card above 35 %. */
export function drawFullCard(
  ctx: CanvasRenderingContext2D,
  flow: FlowArrays,
  node: number,
  x: number,
  y: number,
  zoom: number,
): void {
  const width = flow.width[node]!;
  const height = flow.height[node]!;
  const kind = flow.kind[node]!;
  ctx.beginPath();
  ctx.roundRect(x + 0.5, y + 0.5, width - 1, height - 1, 9.5);
  ctx.fillStyle = C.surface;
  ctx.fill();
  if (zoom >= 0.6) {
    ctx.strokeStyle = C.line;
    ctx.lineWidth = 1;
    ctx.stroke();
  }
  ctx.beginPath();
  if (kind >= IMAGE_UPLOAD) ctx.roundRect(x + 14, y + 16, 8, 8, 2);
  else ctx.arc(x + 18, y + 20, 4, 0, 2 * Math.PI);
  ctx.fillStyle = kind >= IMAGE_UPLOAD ? C.imageEdge : C.textEdge;
  ctx.fill();
  ctx.font = TITLE_FONT;
  ctx.fillStyle = C.ink;
  const title = flow.titles[node]!;
  if (title === '') ctx.fillText(KINDS[kind]!, x + 30, y + 20.5);
  else {
    ctx.fillText(clippedTitle(ctx, title), x + 30, y + 14);
    ctx.font = SMALL_FONT;
    ctx.fillStyle = C.muted;
    ctx.fillText(MODEL, x + 30, y + 29);
  }

  if (kind === TEXT_PROMPT) drawTextPrompt(ctx, flow, node, x, y);
  else if (kind === CATEGORY) drawCategory(ctx, flow, node, x, y, width);
  else {
    if (kind === IMAGE) drawRunButton(ctx, flow.hasInput[node] === 1, x + width - 22, y + 20);
    drawEmptyPicture(ctx, x, y, width, height);
    if (kind === IMAGE && flow.isSelected[node]) drawSettingsButton(ctx, x + width - 22, y + height - 22);
    if (kind === IMAGE_UPLOAD) {
      const left = x + width / 2 - 70;
      const words = drawLabel(ctx, left, y + 98, 140, 36, ko.node.upload);
      drawUploadIcon(ctx, words - 12, y + 116);
    }
  }
}

function drawTextPrompt(ctx: CanvasRenderingContext2D, flow: FlowArrays, node: number, x: number, y: number): void {
  let lines = linesOf[node];
  if (!lines) {
    ctx.font = BODY_FONT;
    lines = breakLines(flow.texts[node]!, 196, 5, (text) => ctx.measureText(text).width);
    linesOf[node] = lines;
  }
  ctx.font = BODY_FONT;
  for (let index = 0; index < lines.length; index++) ctx.fillText(lines[index]!, x + 12, y + 50 + 20 * index);
  const left = drawLabel(ctx, x + 12, y + 155, 196, 30, ko.node.convert) - 12;
  ctx.beginPath();
  for (let row = -1; row <= 1; row++) {
    const at = y + 170 + 4.5 * row;
    ctx.moveTo(left - 5.5, at);
    ctx.lineTo(left - 4.5, at);
    ctx.moveTo(left - 1, at);
    ctx.lineTo(left + 5.5, at);
  }
  strokeIcon(ctx);
}

/** Returns the x at which the words begin. */
function drawLabel(
  ctx: CanvasRenderingContext2D,
  x: number,
  y: number,
  width: number,
  height: number,
  words: string,
): number {
  const left = x + (width - 18 - widthOf(ctx, words)) / 2 + 18;
  ctx.beginPath();
  ctx.roundRect(x + 0.5, y + 0.5, width - 1, height - 1, 6);
  ctx.fillStyle = C.surface;
  ctx.fill();
  ctx.strokeStyle = C.faint;
  ctx.lineWidth = 1;
  ctx.stroke();
  ctx.fillStyle = C.ink;
  ctx.font = LABEL_FONT;
  ctx.fillText(words, left, y + height / 2 + 0.5);
  return left;
}

function strokeIcon(ctx: CanvasRenderingContext2D): void {
  ctx.strokeStyle = C.ink;
  ctx.lineWidth = 1.75;
  ctx.lineCap = 'round';
  ctx.lineJoin = 'round';
  ctx.stroke();
}

function drawUploadIcon(ctx: CanvasRenderingContext2D, x: number, y: number): void {
  ctx.beginPath();
  ctx.moveTo(x, y + 2);
  ctx.lineTo(x, y - 5);
  ctx.moveTo(x - 3.5, y - 1.5);
  ctx.lineTo(x, y - 5);
  ctx.lineTo(x + 3.5, y - 1.5);
  ctx.moveTo(x - 5.5, y + 2.5);
  ctx.lineTo(x - 5.5, y + 5.5);
  ctx.lineTo(x + 5.5, y + 5.5);
  ctx.lineTo(x + 5.5, y + 2.5);
  strokeIcon(ctx);
}

function drawRunButton(ctx: CanvasRenderingContext2D, canRun: boolean, x: number, y: number): void {
  ctx.beginPath();
  ctx.arc(x, y, canRun ? 14 : 13.5, 0, 2 * Math.PI);
  ctx.fillStyle = canRun ? C.ink : C.raised;
  ctx.fill();
  if (!canRun) {
    ctx.strokeStyle = C.line;
    ctx.lineWidth = 1;
    ctx.stroke();
  }
  ctx.fillStyle = canRun ? C.surface : C.faint;
  ctx.beginPath();
  ctx.moveTo(x - 3, y - 5);
  ctx.lineTo(x + 5.5, y);
  ctx.lineTo(x - 3, y + 5);
  ctx.closePath();
  ctx.fill();
}

/** The settings of a model, on a selected card. */
function drawSettingsButton(ctx: CanvasRenderingContext2D, x: number, y: number): void {
  ctx.beginPath();
  ctx.arc(x, y, 13.5, 0, 2 * Math.PI);
  ctx.fillStyle = C.surface;
  ctx.fill();
  ctx.strokeStyle = C.line;
  ctx.lineWidth = 1;
  ctx.stroke();
  ctx.beginPath();
  ctx.moveTo(x - 5.5, y - 3);
  ctx.lineTo(x + 5.5, y - 3);
  ctx.moveTo(x - 5.5, y + 3);
  ctx.lineTo(x + 5.5, y + 3);
  ctx.moveTo(x + 2, y - 5.5);
  ctx.lineTo(x + 2, y - 0.5);
  ctx.moveTo(x - 2, y + 0.5);
  ctx.lineTo(x - 2, y + 5.5);
  strokeIcon(ctx);
}

const WELL_CORNERS = [0, 0, 9, 9];

function drawEmptyPicture(ctx: CanvasRenderingContext2D, x: number, y: number, width: number, cardHeight: number) {
  const top = y + 40;
  const height = cardHeight - 40;
  ctx.beginPath();
  ctx.roundRect(x + 1, top, width - 2, height - 1, WELL_CORNERS);
  ctx.fillStyle = C.raised;
  ctx.fill();
  ctx.save();
  ctx.clip();
  ctx.fillStyle = C.faint;
  ctx.globalAlpha = DRAWN;
  ctx.beginPath();
  ctx.arc(x + width * 0.7, top + height * 0.3, height * 0.11, 0, 2 * Math.PI);
  ctx.fill();
  ctx.globalAlpha = DRAWN * 0.45;
  ctx.beginPath();
  ctx.moveTo(x + width, top + height * 0.56);
  ctx.arcTo(x + width * 0.74, top + height * 0.4, x + width * 0.3, top + height, height * 0.3);
  ctx.lineTo(x + width * 0.3, top + height);
  ctx.lineTo(x + width, top + height);
  ctx.fill();
  ctx.globalAlpha = DRAWN * 0.75;
  ctx.beginPath();
  ctx.moveTo(x, top + height * 0.78);
  ctx.arcTo(x + width * 0.32, top + height * 0.34, x + width * 0.78, top + height, height * 0.2);
  ctx.lineTo(x + width * 0.78, top + height);
  ctx.lineTo(x, top + height);
  ctx.fill();
  ctx.restore();
}

function drawCategory(
  ctx: CanvasRenderingContext2D,
  flow: FlowArrays,
  node: number,
  x: number,
  y: number,
  width: number,
): void {
  const rows = flow.rows[node]!;
  let chips = chipsOf[node];
  if (!chips) {
    ctx.font = SMALL_FONT;
    chips = rows.map(({ parts }) => parts.map((part) => ctx.measureText(part).width + 18));
    chipsOf[node] = chips;
  }
  ctx.font = SMALL_FONT;
  ctx.fillStyle = C.muted;
  ctx.textAlign = 'right';
  ctx.fillText(String(rows.length), x + width - 16, y + 20.5);
  ctx.textAlign = 'left';
  for (let index = 0; index < rows.length; index++) {
    const { name, parts } = rows[index]!;
    const top = y + 52 + 80 * index;
    ctx.beginPath();
    ctx.roundRect(x + 8.5, top + 4.5, width - 17, 71, 6);
    ctx.fillStyle = C.raised;
    ctx.fill();
    ctx.strokeStyle = C.line;
    ctx.lineWidth = 1;
    ctx.stroke();
    ctx.fillStyle = C.faint;
    for (let dot = -1; dot <= 1; dot++) {
      ctx.fillRect(x + 18, top + 39 + 6 * dot, 2.5, 2.5);
      ctx.fillRect(x + 23.5, top + 39 + 6 * dot, 2.5, 2.5);
    }
    ctx.font = TITLE_FONT;
    ctx.fillStyle = C.ink;
    ctx.fillText(name, x + 38, top + 23.5);
    ctx.font = SMALL_FONT;
    let left = x + 38;
    for (let part = 0; part < parts.length; part++) {
      const chip = chips[index]![part]!;
      ctx.beginPath();
      ctx.roundRect(left, top + 41, chip, 24, 12);
      ctx.fillStyle = C.faint;
      ctx.globalAlpha = CHIP_ALPHA;
      ctx.fill();
      ctx.globalAlpha = 1;
      ctx.fillStyle = C.ink;
      ctx.fillText(parts[part]!, left + 9, top + 53.5);
      left += chip + 6;
    }
    if (parts.length > 1) drawSwitch(ctx, x + width - 98, top + 11);
  }
}

/** The switch of a row whose words go together. */
function drawSwitch(ctx: CanvasRenderingContext2D, x: number, y: number): void {
  ctx.beginPath();
  ctx.roundRect(x + 0.5, y + 0.5, 77, 23, 12);
  ctx.fillStyle = C.surface;
  ctx.fill();
  ctx.strokeStyle = C.line;
  ctx.lineWidth = 1;
  ctx.stroke();
  ctx.font = LABEL_FONT;
  ctx.fillStyle = C.muted;
  ctx.textAlign = 'center';
  ctx.fillText(lists.list.together, x + 39, y + 12.5);
  ctx.textAlign = 'left';
}

/** A card between 20 and 35 %. */
export function drawFlatCard(
  ctx: CanvasRenderingContext2D,
  flow: FlowArrays,
  node: number,
  x: number,
  y: number,
  zoom: number,
): void {
  const width = flow.width[node]!;
  const height = flow.height[node]!;
  const kind = flow.kind[node]!;
  ctx.fillStyle = C.surface;
  if (zoom < 0.3) ctx.fillRect(x, y, width, height);
  else {
    ctx.beginPath();
    ctx.roundRect(x, y, width, height, 10);
    ctx.fill();
  }
  ctx.fillStyle = kind >= IMAGE_UPLOAD ? C.imageEdge : C.textEdge;
  ctx.fillRect(x + 14, y + 14, 12, 12);
  ctx.fillStyle = C.faint;
  ctx.fillRect(x + 34, y + 15, width * 0.4, 10);
  if (kind === CATEGORY) {
    ctx.fillStyle = FLAT_ROW;
    const rows = flow.rows[node]!.length;
    for (let row = 0; row < rows; row++) ctx.fillRect(x + 14, y + 58 + 80 * row, width - 28, 68);
    return;
  }
  ctx.fillStyle = C.line;
  if (kind === TEXT_PROMPT) {
    const lines = Math.min(Math.ceil(flow.texts[node]!.length / 26), 7);
    for (let line = 0; line < lines; line++) {
      ctx.fillRect(x + 14, y + 44 + 22 * line, (width - 28) * (line === lines - 1 ? 0.6 : 1), 10);
    }
    return;
  }
  const body = height - 40;
  ctx.beginPath();
  ctx.moveTo(x + 14, y + height - 14);
  ctx.lineTo(x + width * 0.35, y + 40 + body * 0.35);
  ctx.lineTo(x + width * 0.55, y + 40 + body * 0.68);
  ctx.lineTo(x + width * 0.7, y + 40 + body * 0.5);
  ctx.lineTo(x + width - 14, y + height - 14);
  ctx.fill();
}
