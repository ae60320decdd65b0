import { NAME_MAX } from '../../api/contract';

/** The name with an ending, cut before it where both are too long: at whole characters, which the server counts too. */
export const nameWithSuffix = (name: string, suffix: string): string =>
  Array.from(name)
    .slice(0, NAME_MAX - suffix.length)
    .join('') + suffix;
