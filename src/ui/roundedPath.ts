export type Corner = readonly [x: number, y: number];

const towards = (from: Corner, to: Corner, distance: number): Corner => {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  return [from[0] + ((to[0] - from[0]) * distance) / length, from[1] + ((to[1] - from[1]) * distance) / length];
};

const print = ([x, y]: Corner): string => `${Number(x.toFixed(2))} ${Number(y.toFixed(2))}`;

/**
 * An SVG path through the corners, each rounded by `radius` or by as much as its shorter side leaves room for.
 */
export function roundedPath(corners: readonly Corner[], radius: number): string {
  const [first, ...rest] = corners;
  if (!first) return '';
  const steps = rest.map((corner, index) => {
    const before = corners[index] ?? corner;
    const after = rest[index + 1];
    if (!after) return `L${print(corner)}`;
    const room = Math.min(
      radius,
      Math.hypot(corner[0] - before[0], corner[1] - before[1]) / 2,
      Math.hypot(after[0] - corner[0], after[1] - corner[1]) / 2,
    );
    return `L${print(towards(corner, before, room))}Q${print(corner)} ${print(towards(corner, after, room))}`;
  });
  return `M${print(first)}${steps.join('')}`;
}
