import { colourOf, faded, mixed, shifted } from '../scene/palette';
import { between } from '../scene/seededRandom';
import { paintMountains } from './land';
import { SIDE } from './Painting';
import type { Painting } from './Painting';
import { disc, paintCloud, paintSky } from './sky';

/** A room with a large window onto the hour, a table and a plant; a cup for those who named a drink. */
export function paintRoom(painting: Painting): void {
  const { ctx, palette, random } = painting;
  paintSky(painting, SIDE * 0.62);
  paintMountains(painting, SIDE * 0.5, SIDE * 0.62, 3);
  const wall = mixed(mixed('#e9d9c3', palette.sky[1], 0.25), palette.near, painting.isDark ? 0.62 : 0.1);
  const frame = { left: SIDE * 0.2, top: SIDE * 0.12, wide: SIDE * 0.6, tall: SIDE * 0.5 };
  ctx.fillStyle = wall;
  ctx.beginPath();
  ctx.rect(0, 0, SIDE, SIDE);
  ctx.rect(frame.left, frame.top, frame.wide, frame.tall);
  ctx.fill('evenodd');
  const wood = mixed('#7a4d33', palette.near, painting.isDark ? 0.55 : 0.12);
  ctx.strokeStyle = mixed(wood, '#ffffff', painting.isDark ? 0.05 : 0.5);
  ctx.lineWidth = 20;
  ctx.strokeRect(frame.left, frame.top, frame.wide, frame.tall);
  ctx.lineWidth = 10;
  ctx.beginPath();
  for (const share of [1 / 3, 2 / 3]) {
    ctx.moveTo(frame.left + frame.wide * share, frame.top);
    ctx.lineTo(frame.left + frame.wide * share, frame.top + frame.tall);
  }
  ctx.moveTo(frame.left, frame.top + frame.tall * 0.36);
  ctx.lineTo(frame.left + frame.wide, frame.top + frame.tall * 0.36);
  ctx.stroke();
  const shaft = ctx.createLinearGradient(0, frame.top, 0, SIDE);
  shaft.addColorStop(0, faded(palette.light, painting.isDark ? 0.1 : 0.3));
  shaft.addColorStop(1, faded(palette.light, 0));
  ctx.fillStyle = shaft;
  const slant = painting.light.x < SIDE / 2 ? 200 : -200;
  ctx.beginPath();
  ctx.moveTo(frame.left, frame.top);
  ctx.lineTo(frame.left + frame.wide, frame.top);
  ctx.lineTo(frame.left + frame.wide + slant, SIDE);
  ctx.lineTo(frame.left + slant, SIDE);
  ctx.fill();
  const table = SIDE * 0.76;
  const top = ctx.createLinearGradient(0, table, 0, SIDE);
  top.addColorStop(0, mixed(wood, palette.light, 0.34));
  top.addColorStop(1, shifted(wood, { light: -0.1 }));
  ctx.fillStyle = top;
  ctx.fillRect(0, table, SIDE, SIDE - table);
  ctx.strokeStyle = faded(shifted(wood, { light: -0.12 }), 0.4);
  ctx.lineWidth = 2;
  for (let vein = 0; vein < 12; vein += 1) {
    const y = table + 10 + vein * 21;
    ctx.beginPath();
    ctx.moveTo(0, y);
    ctx.bezierCurveTo(SIDE * 0.3, y + between(random, -14, 14), SIDE * 0.6, y + between(random, -14, 14), SIDE, y);
    ctx.stroke();
  }
  paintPlant(painting, SIDE * 0.16, table + 26);
  if (painting.scene.subjects.has('drink')) paintCup(painting, SIDE * between(random, 0.54, 0.68), table + 84);
}

function paintPlant(painting: Painting, x: number, foot: number): void {
  const { ctx, palette, random, isDark } = painting;
  const leaf = mixed('#3f8f5a', palette.near, isDark ? 0.5 : 0.12);
  for (let stem = 0; stem < 24; stem += 1) {
    const angle = -Math.PI / 2 + between(random, -1.05, 1.05);
    const long = between(random, 110, 290);
    ctx.save();
    ctx.translate(x, foot - 96);
    ctx.rotate(angle);
    ctx.fillStyle = shifted(mixed(leaf, palette.light, random() * 0.35), { light: between(random, -0.08, 0.04) });
    ctx.beginPath();
    ctx.moveTo(0, 0);
    ctx.quadraticCurveTo(long * 0.5, -long * 0.17, long, 0);
    ctx.quadraticCurveTo(long * 0.5, long * 0.12, 0, 0);
    ctx.fill();
    ctx.restore();
  }
  const pot = ctx.createLinearGradient(x - 70, 0, x + 70, 0);
  pot.addColorStop(0, mixed('#d9805a', palette.light, 0.3));
  pot.addColorStop(1, mixed('#8e4630', palette.near, 0.3));
  ctx.fillStyle = pot;
  ctx.beginPath();
  ctx.moveTo(x - 76, foot - 112);
  ctx.lineTo(x + 76, foot - 112);
  ctx.lineTo(x + 54, foot + 14);
  ctx.lineTo(x - 54, foot + 14);
  ctx.fill();
}

/** A cup on its saucer; the steam rises in the light. */
function paintCup(painting: Painting, x: number, foot: number): void {
  const { ctx, palette, random, isDark } = painting;
  const china = mixed(colourOf(painting.scene, 'drink') ?? '#f4efe6', palette.near, isDark ? 0.32 : 0.04);
  ctx.fillStyle = 'rgba(10, 6, 16, 0.3)';
  ctx.beginPath();
  ctx.ellipse(x + 8, foot + 10, 150, 26, 0, 0, Math.PI * 2);
  ctx.fill();
  ctx.fillStyle = shifted(china, { light: -0.04 });
  ctx.beginPath();
  ctx.ellipse(x, foot, 140, 24, 0, 0, Math.PI * 2);
  ctx.fill();
  ctx.strokeStyle = china;
  ctx.lineWidth = 17;
  ctx.beginPath();
  ctx.ellipse(x + 88, foot - 74, 36, 34, 0, -1.4, 1.6);
  ctx.stroke();
  const side = ctx.createLinearGradient(x - 90, 0, x + 90, 0);
  side.addColorStop(0, painting.light.x < x ? mixed(china, '#ffffff', 0.5) : shifted(china, { light: -0.16 }));
  side.addColorStop(1, painting.light.x < x ? shifted(china, { light: -0.16 }) : mixed(china, '#ffffff', 0.5));
  ctx.fillStyle = side;
  ctx.beginPath();
  ctx.moveTo(x - 90, foot - 118);
  ctx.bezierCurveTo(x - 86, foot - 40, x - 60, foot - 4, x, foot - 4);
  ctx.bezierCurveTo(x + 60, foot - 4, x + 86, foot - 40, x + 90, foot - 118);
  ctx.fill();
  ctx.fillStyle = mixed(china, '#ffffff', 0.4);
  ctx.beginPath();
  ctx.ellipse(x, foot - 118, 90, 18, 0, 0, Math.PI * 2);
  ctx.fill();
  ctx.fillStyle = '#54311f';
  ctx.beginPath();
  ctx.ellipse(x, foot - 116, 80, 14, 0, 0, Math.PI * 2);
  ctx.fill();
  ctx.save();
  ctx.lineCap = 'round';
  for (let wisp = 0; wisp < 5; wisp += 1) {
    const start = x + (wisp - 2) * 22;
    const tall = between(random, 120, 220);
    const steam = ctx.createLinearGradient(0, foot - 120, 0, foot - 120 - tall);
    steam.addColorStop(0, 'rgba(255, 255, 255, 0.28)');
    steam.addColorStop(1, 'rgba(255, 255, 255, 0)');
    ctx.strokeStyle = steam;
    ctx.lineWidth = between(random, 9, 18);
    ctx.beginPath();
    ctx.moveTo(start, foot - 124);
    ctx.bezierCurveTo(
      start + 34,
      foot - 124 - tall * 0.35,
      start - 34,
      foot - 124 - tall * 0.7,
      start + 16,
      foot - 124 - tall,
    );
    ctx.stroke();
  }
  ctx.restore();
}

/** Paints a view from above the clouds. */
export function paintAboveClouds(painting: Painting): void {
  const { random } = painting;
  paintSky(painting, SIDE * 0.86);
  for (let row = 0; row < 5; row += 1) {
    for (let cloud = 0; cloud < 7; cloud += 1) {
      paintCloud(painting, random() * SIDE, SIDE * (0.64 + row * 0.1) + between(random, -20, 20), 220 + row * 90);
    }
  }
}

/** A face in profile, and inside it the landscape of the words. */
export function paintProfile(painting: Painting): void {
  const { ctx, palette, noise } = painting;
  paintSky(painting, SIDE * 0.62);
  paintMountains(painting, SIDE * 0.46, SIDE * 0.84);
  const paper = ctx.createLinearGradient(0, 0, 0, SIDE);
  const ground = painting.isDark ? mixed(palette.near, palette.sky[0], 0.5) : mixed(palette.sky[2], '#fffaf2', 0.72);
  paper.addColorStop(0, mixed(ground, palette.sky[1], 0.2));
  paper.addColorStop(1, ground);
  const isLeft = painting.light.x > SIDE / 2;
  ctx.save();
  if (!isLeft) {
    ctx.translate(SIDE, 0);
    ctx.scale(-1, 1);
  }
  ctx.fillStyle = paper;
  ctx.beginPath();
  ctx.rect(0, 0, SIDE, SIDE);
  profile(ctx);
  ctx.fill('evenodd');
  ctx.strokeStyle = faded(palette.light, 0.5);
  ctx.lineWidth = 3;
  ctx.beginPath();
  profile(ctx);
  ctx.stroke();
  ctx.restore();
  ctx.save();
  ctx.globalAlpha = 0.5;
  for (let mote = 0; mote < 70; mote += 1) {
    ctx.fillStyle = faded(mote % 3 === 0 ? palette.accent : palette.sky[1], 0.5);
    const x = SIDE * (0.5 + noise(mote * 3.1, 1) * 0.55);
    disc(painting, x, SIDE * (0.42 + noise(mote * 1.7, 8) * 0.5), 2 + Math.abs(noise(mote, 4)) * 7);
  }
  ctx.restore();
}

/** The outline of a head that looks to the left, with neck and shoulders. */
function profile(ctx: Painting['ctx']): void {
  ctx.moveTo(300, 1030);
  ctx.bezierCurveTo(330, 940, 420, 900, 452, 840);
  ctx.bezierCurveTo(462, 800, 452, 780, 410, 782);
  ctx.bezierCurveTo(352, 788, 318, 776, 314, 738);
  ctx.bezierCurveTo(312, 714, 322, 704, 312, 690);
  ctx.bezierCurveTo(304, 680, 312, 672, 320, 666);
  ctx.bezierCurveTo(300, 656, 302, 640, 314, 630);
  ctx.bezierCurveTo(322, 616, 300, 606, 272, 600);
  ctx.bezierCurveTo(250, 594, 254, 574, 270, 552);
  ctx.bezierCurveTo(296, 510, 316, 484, 312, 450);
  ctx.bezierCurveTo(306, 420, 300, 400, 306, 360);
  ctx.bezierCurveTo(318, 220, 430, 140, 560, 142);
  ctx.bezierCurveTo(720, 146, 812, 262, 802, 410);
  ctx.bezierCurveTo(794, 540, 726, 610, 706, 700);
  ctx.bezierCurveTo(694, 780, 730, 830, 820, 872);
  ctx.bezierCurveTo(900, 908, 950, 960, 966, 1030);
  ctx.closePath();
}
