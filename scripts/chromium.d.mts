/** The path of a Chromium to drive, or undefined where there is none. `CHROMIUM_PATH` decides when it is set. */
export function findChromium(): string | undefined;

/** What to start it with. Quiet and closed: nothing of the browser itself asks the network for anything. */
export const CHROMIUM_FLAGS: string[];
