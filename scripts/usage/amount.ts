const MIB = 1024 * 1024;

/** Bytes as the commands tell them. */
export const amount = (bytes: number): string => `${(bytes / MIB).toFixed(1)} MiB`;
