/** The path of a Chromium to drive, or undefined where there is none. `CHROMIUM_PATH` decides when it is set. */
export function findChromium(): string | undefined;

/** Flags to start it with. They keep the browser quiet and closed: it sends no requests of its own. */
export const CHROMIUM_FLAGS: string[];
