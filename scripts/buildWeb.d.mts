/** Builds the web app when its sources are not those of the last build. */
export function buildWebIfStale(): Promise<void>;
