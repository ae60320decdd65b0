/**
 * The path of the Chromium that people use, or, where only that is there, of one without windows; undefined where there is none.
 * `CHROMIUM_PATH` decides when it is set.
 */
export function findChromium(): string | undefined;

/** The path of the Chromium that costs a test least: the one without windows before others. `CHROMIUM_PATH` decides when it is set. */
export function findHeadlessChromium(): string | undefined;

/** Flags to start it with. They keep the browser quiet and closed: it sends no requests of its own. */
export const CHROMIUM_FLAGS: string[];
