/** The path of a Chromium to drive, or undefined where there is none. `CHROMIUM_PATH` decides when it is set. */
export function findChromium(): string | undefined;
