/** The number nearest to `value` that is not below `min` nor above `max`; `min` when they contradict each other. */
export const clamp = (value: number, min: number, max: number): number => Math.max(min, Math.min(value, max));
