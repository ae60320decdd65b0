/** Builds the web app when its sources are not those of the last build. Answers whether it did. */
export function buildIfStale(): Promise<boolean>;
