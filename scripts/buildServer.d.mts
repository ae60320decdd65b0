/** What node runs, from the project's folder. */
export const SERVER: string;
/** Builds the server anew. Any number of processes may do so at once, beside running servers. */
export function buildServer(): Promise<void>;
