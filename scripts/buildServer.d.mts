/** The file that node runs, from the project's folder. */
export const SERVER: string;
/** The folder of the build that it begins. */
export function readBuild(): string;
/** Builds the server if its sources have changed since the last build. Several processes may do so at once, also while servers run. */
export function buildServerIfStale(): Promise<void>;
