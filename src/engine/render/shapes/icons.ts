import type { Painter2D } from './Painter2D';

/** Small signs around a centre, in the context's current fill and stroke colours. */
export type Icon = (ctx: Painter2D, x: number, y: number) => void;

function strokeIcon(ctx: Painter2D): void {
  ctx.lineWidth = 1.75;
  ctx.lineCap = 'round';
  ctx.lineJoin = 'round';
  ctx.stroke();
}

export const playIcon: Icon = (ctx, x, y) => {
  ctx.beginPath();
  ctx.moveTo(x - 3, y - 5);
  ctx.lineTo(x + 5.5, y);
  ctx.lineTo(x - 3, y + 5);
  ctx.closePath();
  ctx.fill();
};

export const stopIcon: Icon = (ctx, x, y) => {
  ctx.beginPath();
  ctx.roundRect(x - 4, y - 4, 8, 8, 1.5);
  ctx.fill();
};

export const uploadIcon: Icon = (ctx, x, y) => {
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

export const enlargeIcon: Icon = (ctx, x, y) => {
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

export const retryIcon: Icon = (ctx, x, y) => {
  ctx.beginPath();
  ctx.arc(x, y, 5, -0.15 * Math.PI, 1.45 * Math.PI);
  ctx.moveTo(x - 0.5, y - 8);
  ctx.lineTo(x - 0.5, y - 4.6);
  ctx.lineTo(x - 4, y - 4.6);
  strokeIcon(ctx);
};

/** Two cards, one behind the other: several results of one node. */
export const stackIcon: Icon = (ctx, x, y) => {
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

export const starIcon: Icon = (ctx, x, y) => {
  ctx.beginPath();
  for (const [right, down] of STAR_POINTS) ctx.lineTo(x + right, y + down);
  ctx.closePath();
  ctx.fill();
};

export const crossIcon: Icon = (ctx, x, y) => {
  ctx.beginPath();
  ctx.moveTo(x - 4, y - 4);
  ctx.lineTo(x + 4, y + 4);
  ctx.moveTo(x + 4, y - 4);
  ctx.lineTo(x - 4, y + 4);
  strokeIcon(ctx);
};

/** A clock's face: a turn that is waited for. */
export const clockIcon: Icon = (ctx, x, y) => {
  ctx.beginPath();
  ctx.arc(x, y, 10, 0, 2 * Math.PI);
  ctx.moveTo(x, y - 5.5);
  ctx.lineTo(x, y);
  ctx.lineTo(x + 4, y + 2.5);
  strokeIcon(ctx);
};

/** Three stacked rows: what a prompt becomes. */
export const rowsIcon: Icon = (ctx, x, y) => {
  ctx.beginPath();
  for (let row = -1; row <= 1; row++) {
    ctx.moveTo(x - 5.5, y + 4.5 * row);
    ctx.lineTo(x - 4.5, y + 4.5 * row);
    ctx.moveTo(x - 1, y + 4.5 * row);
    ctx.lineTo(x + 5.5, y + 4.5 * row);
  }
  strokeIcon(ctx);
};

export const warningIcon: Icon = (ctx, x, y) => {
  ctx.beginPath();
  ctx.arc(x, y, 9, 0, 2 * Math.PI);
  ctx.moveTo(x, y - 4.5);
  ctx.lineTo(x, y + 0.5);
  ctx.moveTo(x, y + 4);
  ctx.lineTo(x, y + 4.1);
  strokeIcon(ctx);
};

/** Two columns of three dots: here it can be gripped. */
export const gripIcon: Icon = (ctx, x, y) => {
  for (let row = -1; row <= 1; row++) {
    ctx.fillRect(x - 4, y + 6 * row - 1, 2.5, 2.5);
    ctx.fillRect(x + 1.5, y + 6 * row - 1, 2.5, 2.5);
  }
};
