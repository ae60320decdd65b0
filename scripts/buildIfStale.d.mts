/** Builds the web app and the server, each when its sources are not those of its last build. */
export function buildIfStale(): Promise<void>;
