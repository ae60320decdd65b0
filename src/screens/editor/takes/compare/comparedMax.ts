/** More pictures side by side would be too small to distinguish. */
export const COMPARED_MAX = 9;
