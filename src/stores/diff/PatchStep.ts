/** The RFC 6902 operations this app writes; it reads all six. */
export type PatchStep =
  | { readonly op: 'add' | 'replace'; readonly path: string; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: string };

export type Patch = readonly PatchStep[];

/** One step of a JSON pointer (RFC 6901). */
export const pointerStep = (key: string | number): string =>
  typeof key === 'number' || !/[~/]/.test(key) ? `/${key}` : `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
