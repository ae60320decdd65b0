import type { Painter2D } from './Painter2D';

/** Small signs around a centre, in the context's current fill and stroke colours. */
export type IconPainter = (ctx: Painter2D, x: number, y: number) => void;

function strokeIcon(ctx: Painter2D): void {
  ctx.lineWidth = 1.75;
  ctx.lineCap = 'round';
  ctx.lineJoin = 'round';
  ctx.stroke();
}

export const playIcon: IconPainter = (ctx, x, y) => {
  ctx.beginPath();
  ctx.moveTo(x - 3, y - 5);
  ctx.lineTo(x + 5.5, y);
  ctx.lineTo(x - 3, y + 5);
  ctx.closePath();
  ctx.fill();
};

export const stopIcon: IconPainter = (ctx, x, y) => {
  ctx.beginPath();
  ctx.roundRect(x - 4, y - 4, 8, 8, 1.5);
  ctx.fill();
};

export const uploadIcon: IconPainter = (ctx, x, y) => {
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
};

export const enlargeIcon: IconPainter = (ctx, x, y) => {
  ctx.beginPath();
  ctx.moveTo(x + 1, y - 5);
  ctx.lineTo(x + 5, y - 5);
  ctx.lineTo(x + 5, y - 1);
  ctx.moveTo(x + 5, y - 5);
  ctx.lineTo(x + 1, y - 1);
  ctx.moveTo(x - 1, y + 5);
  ctx.lineTo(x - 5, y + 5);
  ctx.lineTo(x - 5, y + 1);
  ctx.moveTo(x - 5, y + 5);
  ctx.lineTo(x - 1, y + 1);
  strokeIcon(ctx);
};

export const settingsIcon: IconPainter = (ctx, x, y) => {
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
};

export const retryIcon: IconPainter = (ctx, x, y) => {
  ctx.beginPath();
  ctx.arc(x, y, 5, -0.15 * Math.PI, 1.45 * Math.PI);
  ctx.moveTo(x - 0.5, y - 8);
  ctx.lineTo(x - 0.5, y - 4.6);
  ctx.lineTo(x - 4, y - 4.6);
  strokeIcon(ctx);
};

/** Two cards, one behind the other: several results of one node. */
export const stackIcon: IconPainter = (ctx, x, y) => {
  ctx.beginPath();
  ctx.roundRect(x - 5.5, y - 3, 8, 8.5, 1.5);
  ctx.moveTo(x - 2.5, y - 5.5);
  ctx.lineTo(x + 4, y - 5.5);
  ctx.arcTo(x + 5.5, y - 5.5, x + 5.5, y - 4, 1.5);
  ctx.lineTo(x + 5.5, y + 2.5);
  strokeIcon(ctx);
};

const STAR_POINTS = Array.from({ length: 10 }, (_, index) => {
  const angle = (Math.PI * index) / 5 - Math.PI / 2;
  const radius = index % 2 === 0 ? 6 : 2.6;
  return [radius * Math.cos(angle), radius * Math.sin(angle)] as const;
});

export const starIcon: IconPainter = (ctx, x, y) => {
  ctx.beginPath();
  for (const [right, down] of STAR_POINTS) ctx.lineTo(x + right, y + down);
  ctx.closePath();
  ctx.fill();
};

export const crossIcon: IconPainter = (ctx, x, y) => {
  ctx.beginPath();
  ctx.moveTo(x - 4, y - 4);
  ctx.lineTo(x + 4, y + 4);
  ctx.moveTo(x + 4, y - 4);
  ctx.lineTo(x - 4, y + 4);
  strokeIcon(ctx);
};

/** A clock's face: waiting for a turn. */
export const clockIcon: IconPainter = (ctx, x, y) => {
  ctx.beginPath();
  ctx.arc(x, y, 10, 0, 2 * Math.PI);
  ctx.moveTo(x, y - 5.5);
  ctx.lineTo(x, y);
  ctx.lineTo(x + 4, y + 2.5);
  strokeIcon(ctx);
};

/** Three stacked rows: what a prompt becomes. */
export const rowsIcon: IconPainter = (ctx, x, y) => {
  ctx.beginPath();
  for (let row = -1; row <= 1; row++) {
    ctx.moveTo(x - 5.5, y + 4.5 * row);
    ctx.lineTo(x - 4.5, y + 4.5 * row);
    ctx.moveTo(x - 1, y + 4.5 * row);
    ctx.lineTo(x + 5.5, y + 4.5 * row);
  }
  strokeIcon(ctx);
};

export const warningIcon: IconPainter = (ctx, x, y) => {
  ctx.beginPath();
  ctx.arc(x, y, 9, 0, 2 * Math.PI);
  ctx.moveTo(x, y - 4.5);
  ctx.lineTo(x, y + 0.5);
  ctx.moveTo(x, y + 4);
  ctx.lineTo(x, y + 4.1);
  strokeIcon(ctx);
};

/** Two columns of three dots: here it can be gripped. */
export const gripIcon: IconPainter = (ctx, x, y) => {
  for (let row = -1; row <= 1; row++) {
    ctx.fillRect(x - 4, y + 6 * row - 1, 2.5, 2.5);
    ctx.fillRect(x + 1.5, y + 6 * row - 1, 2.5, 2.5);
  }
};

/** A circle struck through: it gives nothing. */
export const muteIcon: IconPainter = (ctx, x, y) => {
  ctx.beginPath();
  ctx.arc(x, y, 5.2, 0, 2 * Math.PI);
  ctx.moveTo(x - 3.6, y - 3.6);
  ctx.lineTo(x + 3.6, y + 3.6);
  strokeIcon(ctx);
};

/** An arrow over a dot: what comes goes on past it. */
export const bypassIcon: IconPainter = (ctx, x, y) => {
  ctx.beginPath();
  ctx.moveTo(x - 6, y + 1);
  ctx.arcTo(x - 5, y - 4.5, x, y - 4.5, 4);
  ctx.arcTo(x + 5, y - 4.5, x + 5.5, y + 1, 4);
  ctx.lineTo(x + 5.5, y + 1);
  ctx.moveTo(x + 2.6, y - 1.2);
  ctx.lineTo(x + 5.5, y + 1.6);
  ctx.lineTo(x + 7.6, y - 1.8);
  strokeIcon(ctx);
  ctx.beginPath();
  ctx.arc(x - 0.3, y + 3.6, 1.7, 0, 2 * Math.PI);
  ctx.fill();
};

/** A snowflake: it stays as it is. */
export const freezeIcon: IconPainter = (ctx, x, y) => {
  ctx.beginPath();
  for (let arm = 0; arm < 6; arm += 1) {
    const angle = (Math.PI * arm) / 3 - Math.PI / 2;
    const at = (along: number, aside: number): readonly [number, number] => [
      x + along * Math.cos(angle) - aside * Math.sin(angle),
      y + along * Math.sin(angle) + aside * Math.cos(angle),
    ];
    ctx.moveTo(x, y);
    ctx.lineTo(...at(6.2, 0));
    ctx.moveTo(...at(5.4, -1.7));
    ctx.lineTo(...at(3.7, 0));
    ctx.lineTo(...at(5.4, 1.7));
  }
  strokeIcon(ctx);
};

/** Two links of a chain: these lists go in pairs. */
export const pairIcon: IconPainter = (ctx, x, y) => {
  ctx.beginPath();
  ctx.roundRect(x - 6.5, y - 2.5, 7, 5, 2.5);
  ctx.moveTo(x + 2, y - 2.5);
  ctx.roundRect(x - 0.5, y - 2.5, 7, 5, 2.5);
  strokeIcon(ctx);
};
