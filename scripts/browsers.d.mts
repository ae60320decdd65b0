/** The path of this browser, with all that drives it; undefined where something of that is missing. */
export function findBrowser(name: 'firefox' | 'webkit'): string | undefined;
