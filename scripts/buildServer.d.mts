/** The file that node runs, from the project's folder. */
export const SERVER: string;
/** The folder of the build that it begins. */
export function readBuild(): string;
/** Builds the server when its sources are not those of the last build. Any number of processes may do so at once, beside running servers. */
export function buildServerIfStale(): Promise<void>;
