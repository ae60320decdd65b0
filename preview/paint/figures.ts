import { colourOf, faded, mixed, shifted } from '../scene/palette';
import type { Painting } from './Painting';

/** Position and height of a figure, in pixels; its own coordinates have the foot at 0, 0 and the head at -1. */
export interface Stand {
  x: number;
  foot: number;
  tall: number;
}

type Ctx = Painting['ctx'];

/** Paints within a figure's own coordinates. */
function standing(painting: Painting, { x, foot, tall }: Stand, paint: (ctx: Ctx) => void): void {
  const { ctx } = painting;
  ctx.save();
  ctx.translate(x, foot);
  ctx.scale(tall, tall);
  paint(ctx);
  ctx.restore();
}

/** A fill for a body, brighter on the side of the light. */
function lit(
  painting: Painting,
  stand: Stand,
  colour: string,
): CanvasGradient | ReturnType<Ctx['createLinearGradient']> {
  const fill = painting.ctx.createLinearGradient(-0.34, -0.6, 0.34, -0.3);
  const bright = mixed(colour, painting.palette.light, 0.5);
  const dim = shifted(colour, { light: -0.05 });
  const isLeft = painting.light.x < stand.x;
  fill.addColorStop(0, isLeft ? bright : dim);
  fill.addColorStop(0.45, colour);
  fill.addColorStop(1, isLeft ? dim : bright);
  return fill;
}

/** The colour a creature has: the one the words give it or its own, less of it in the dark. */
function bodyColour({ scene, palette, isDark }: Painting, subject: string, own: string): string {
  const dark = mixed(palette.near, '#120d18', 0.35);
  return mixed(colourOf(scene, subject) ?? own, dark, isDark ? 0.42 : 0.12);
}

function shadow(ctx: Ctx): void {
  ctx.fillStyle = 'rgba(8, 6, 20, 0.28)';
  ctx.beginPath();
  ctx.ellipse(0.03, 0.005, 0.36, 0.04, 0, 0, Math.PI * 2);
  ctx.fill();
}

function oval(ctx: Ctx, x: number, y: number, width: number, height: number, turn = 0): void {
  ctx.beginPath();
  ctx.ellipse(x, y, width, height, turn, 0, Math.PI * 2);
  ctx.fill();
}

/** Paints a sitting cat that looks at the viewer. */
export function paintCat(painting: Painting, stand: Stand): void {
  const body = bodyColour(painting, 'cat', '#4a4450');
  standing(painting, stand, (ctx) => {
    shadow(ctx);
    ctx.lineCap = 'round';
    ctx.strokeStyle = shifted(body, { light: -0.04 });
    ctx.lineWidth = 0.07;
    ctx.beginPath();
    ctx.moveTo(0.2, -0.06);
    ctx.bezierCurveTo(0.5, 0.02, 0.5, -0.2, 0.4, -0.3);
    ctx.stroke();
    ctx.fillStyle = lit(painting, stand, body);
    ctx.beginPath();
    ctx.moveTo(-0.23, 0);
    ctx.bezierCurveTo(-0.36, -0.26, -0.2, -0.46, -0.13, -0.6);
    ctx.lineTo(0.13, -0.6);
    ctx.bezierCurveTo(0.2, -0.46, 0.36, -0.26, 0.23, 0);
    ctx.closePath();
    ctx.fill();
    for (const side of [-1, 1]) {
      ctx.beginPath();
      ctx.moveTo(side * 0.19, -0.74);
      ctx.lineTo(side * 0.175, -1);
      ctx.lineTo(side * 0.03, -0.87);
      ctx.closePath();
      ctx.fill();
    }
    oval(ctx, 0, -0.73, 0.205, 0.17);
    ctx.fillStyle = faded(mixed(body, '#f4a7b0', 0.7), 0.85);
    for (const side of [-1, 1]) {
      ctx.beginPath();
      ctx.moveTo(side * 0.165, -0.83);
      ctx.lineTo(side * 0.16, -0.945);
      ctx.lineTo(side * 0.075, -0.87);
      ctx.closePath();
      ctx.fill();
    }
    for (const side of [-1, 1]) {
      ctx.fillStyle = '#f2d35b';
      oval(ctx, side * 0.085, -0.74, 0.043, 0.04);
      ctx.fillStyle = '#16121c';
      oval(ctx, side * 0.085, -0.74, 0.014, 0.036);
    }
    ctx.fillStyle = '#d98a94';
    oval(ctx, 0, -0.675, 0.022, 0.014);
    ctx.strokeStyle = faded(mixed(body, '#ffffff', 0.65), 0.75);
    ctx.lineWidth = 0.006;
    for (const side of [-1, 1]) {
      for (const drop of [-0.02, 0.01, 0.04]) {
        ctx.beginPath();
        ctx.moveTo(side * 0.06, -0.66 + drop * 0.3);
        ctx.lineTo(side * 0.27, -0.68 + drop * 1.6);
        ctx.stroke();
      }
    }
    ctx.strokeStyle = faded(shifted(body, { light: -0.12 }), 0.6);
    ctx.lineWidth = 0.012;
    for (const side of [-1, 1]) {
      ctx.beginPath();
      ctx.moveTo(side * 0.05, -0.32);
      ctx.lineTo(side * 0.06, -0.01);
      ctx.stroke();
    }
  });
}

/** A sitting dog with hanging ears. */
export function paintDog(painting: Painting, stand: Stand): void {
  const body = bodyColour(painting, 'dog', '#b9783f');
  const pale = mixed(body, '#fff4e2', 0.6);
  standing(painting, stand, (ctx) => {
    shadow(ctx);
    ctx.lineCap = 'round';
    ctx.strokeStyle = body;
    ctx.lineWidth = 0.075;
    ctx.beginPath();
    ctx.moveTo(0.2, -0.1);
    ctx.quadraticCurveTo(0.4, -0.14, 0.38, -0.34);
    ctx.stroke();
    ctx.fillStyle = lit(painting, stand, body);
    ctx.beginPath();
    ctx.moveTo(-0.25, 0);
    ctx.bezierCurveTo(-0.36, -0.3, -0.2, -0.48, -0.14, -0.6);
    ctx.lineTo(0.14, -0.6);
    ctx.bezierCurveTo(0.2, -0.48, 0.36, -0.3, 0.25, 0);
    ctx.closePath();
    ctx.fill();
    ctx.fillStyle = pale;
    oval(ctx, 0, -0.36, 0.1, 0.2);
    ctx.fillStyle = lit(painting, stand, body);
    oval(ctx, 0, -0.77, 0.2, 0.19);
    ctx.fillStyle = shifted(body, { light: -0.13 });
    oval(ctx, -0.205, -0.74, 0.068, 0.155, 0.24);
    oval(ctx, 0.205, -0.74, 0.068, 0.155, -0.24);
    ctx.fillStyle = pale;
    oval(ctx, 0, -0.695, 0.105, 0.088);
    ctx.fillStyle = '#17131a';
    oval(ctx, 0, -0.735, 0.036, 0.026);
    for (const side of [-1, 1]) oval(ctx, side * 0.085, -0.81, 0.024, 0.027);
    ctx.strokeStyle = '#17131a';
    ctx.lineWidth = 0.01;
    ctx.beginPath();
    ctx.arc(-0.032, -0.69, 0.032, 0.1, Math.PI - 0.3);
    ctx.moveTo(0.064, -0.687);
    ctx.arc(0.032, -0.69, 0.032, 0.1, Math.PI - 0.3);
    ctx.stroke();
    ctx.fillStyle = '#ffffff';
    for (const side of [-1, 1]) oval(ctx, side * 0.085 + 0.008, -0.818, 0.007, 0.007);
  });
}

/** A deer on a rise, head up. */
export function paintDeer(painting: Painting, stand: Stand): void {
  const body = bodyColour(painting, 'deer', '#8f5d35');
  standing(painting, stand, (ctx) => {
    shadow(ctx);
    ctx.fillStyle = lit(painting, stand, body);
    ctx.strokeStyle = body;
    ctx.lineCap = 'round';
    for (const [from, to] of [
      [-0.22, -0.24],
      [-0.15, -0.13],
      [0.13, 0.12],
      [0.2, 0.22],
    ] as const) {
      ctx.lineWidth = 0.034;
      ctx.beginPath();
      ctx.moveTo(from, -0.36);
      ctx.lineTo(to, -0.01);
      ctx.stroke();
    }
    ctx.beginPath();
    ctx.moveTo(-0.28, -0.44);
    ctx.bezierCurveTo(-0.24, -0.56, 0.02, -0.52, 0.14, -0.54);
    ctx.bezierCurveTo(0.2, -0.6, 0.21, -0.68, 0.22, -0.76);
    ctx.lineTo(0.3, -0.76);
    ctx.bezierCurveTo(0.32, -0.6, 0.28, -0.4, 0.2, -0.34);
    ctx.bezierCurveTo(0.04, -0.28, -0.14, -0.3, -0.24, -0.33);
    ctx.closePath();
    ctx.fill();
    oval(ctx, 0.285, -0.76, 0.09, 0.045, 0.25);
    oval(ctx, 0.2, -0.81, 0.05, 0.02, 0.5);
    ctx.lineWidth = 0.014;
    for (const side of [-1, 1]) {
      ctx.beginPath();
      ctx.moveTo(0.245, -0.8);
      ctx.quadraticCurveTo(0.25 + side * 0.14, -0.86, 0.25 + side * 0.12, -1);
      ctx.moveTo(0.25 + side * 0.1, -0.87);
      ctx.lineTo(0.25 + side * 0.19, -0.94);
      ctx.moveTo(0.25 + side * 0.07, -0.84);
      ctx.lineTo(0.25 + side * 0.03, -0.94);
      ctx.stroke();
    }
  });
}

/** Paints a person standing with their back to us; under an umbrella when it rains. */
export function paintPerson(painting: Painting, stand: Stand): void {
  const coat = mixed(
    colourOf(painting.scene, 'portrait') ?? painting.palette.accent,
    painting.palette.near,
    painting.isDark ? 0.35 : 0.12,
  );
  const dark = mixed(painting.palette.near, '#0f0c16', 0.5);
  const hasUmbrella = painting.scene.weather.has('rain');
  standing(painting, stand, (ctx) => {
    shadow(ctx);
    ctx.fillStyle = dark;
    ctx.fillRect(-0.07, -0.26, 0.055, 0.26);
    ctx.fillRect(0.015, -0.26, 0.055, 0.26);
    ctx.fillStyle = lit(painting, stand, coat);
    ctx.beginPath();
    ctx.moveTo(-0.11, -0.76);
    ctx.quadraticCurveTo(0, -0.82, 0.11, -0.76);
    ctx.bezierCurveTo(0.17, -0.6, 0.15, -0.4, 0.18, -0.2);
    ctx.lineTo(-0.18, -0.2);
    ctx.bezierCurveTo(-0.15, -0.4, -0.17, -0.6, -0.11, -0.76);
    ctx.fill();
    ctx.fillStyle = dark;
    oval(ctx, 0, -0.88, 0.075, 0.09);
    ctx.beginPath();
    ctx.roundRect(-0.078, -0.9, 0.156, 0.19, 0.05);
    ctx.fill();
    if (!hasUmbrella) return;
    const canopy = mixed(painting.palette.accent, '#ff5f5f', 0.3);
    ctx.strokeStyle = dark;
    ctx.lineWidth = 0.016;
    ctx.beginPath();
    ctx.moveTo(0.14, -0.52);
    ctx.lineTo(0.06, -1.22);
    ctx.stroke();
    ctx.fillStyle = lit(painting, stand, canopy);
    ctx.beginPath();
    ctx.arc(0.06, -0.94, 0.34, Math.PI, 0);
    for (const at of [0.34, 0.113, -0.113]) ctx.quadraticCurveTo(0.06 + at - 0.113, -1, 0.06 + at - 0.227, -0.94);
    ctx.fill();
  });
}

/** A small robot with glowing eyes. */
export function paintRobot(painting: Painting, stand: Stand): void {
  const metal = mixed(
    colourOf(painting.scene, 'robot') ?? '#b7c2cf',
    painting.palette.near,
    painting.isDark ? 0.4 : 0.14,
  );
  standing(painting, stand, (ctx) => {
    shadow(ctx);
    ctx.fillStyle = shifted(metal, { light: -0.16 });
    for (const side of [-1, 1]) {
      ctx.beginPath();
      ctx.roundRect(side * 0.11 - 0.05, -0.2, 0.1, 0.2, 0.03);
      ctx.roundRect(side * 0.28 - 0.045, -0.52, 0.09, 0.3, 0.045);
      ctx.fill();
    }
    ctx.fillStyle = lit(painting, stand, metal);
    ctx.beginPath();
    ctx.roundRect(-0.22, -0.56, 0.44, 0.4, 0.08);
    ctx.roundRect(-0.19, -0.9, 0.38, 0.3, 0.1);
    ctx.fill();
    ctx.fillRect(-0.05, -0.62, 0.1, 0.08);
    ctx.fillStyle = '#10151f';
    ctx.beginPath();
    ctx.roundRect(-0.145, -0.84, 0.29, 0.18, 0.07);
    ctx.fill();
    ctx.shadowColor = '#6ff3ff';
    ctx.shadowBlur = 24;
    ctx.fillStyle = '#8df6ff';
    for (const side of [-1, 1]) oval(ctx, side * 0.07, -0.75, 0.032, 0.04);
    oval(ctx, 0, -0.36, 0.05, 0.05);
    oval(ctx, 0, -1, 0.03, 0.03);
    ctx.shadowBlur = 0;
    ctx.fillStyle = shifted(metal, { light: -0.2 });
    ctx.fillRect(-0.008, -0.98, 0.016, 0.08);
  });
}
