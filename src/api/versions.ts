import * as z from 'zod/mini';
import type { ApiClient } from './client';
import { projectHead, version, versionList, type ProjectHead, type Version } from './contract';

const path = (pid: number, id?: number): string => `/projects/${pid}/versions${id === undefined ? '' : `/${id}`}`;

/** The least shape that tells a snapshot from anything else. */
const someSnapshot = z.looseObject({ nodes: z.array(z.unknown()), edges: z.array(z.unknown()) });

export const createVersionsApi = (client: ApiClient) => ({
  /** Newest first. */
  list: (pid: number, signal?: AbortSignal): Promise<Version[]> =>
    client.call('GET', path(pid), versionList, undefined, signal ? { signal } : {}),

  /** Makes a version of the server's present canvas; it stays until it is deleted. */
  keep: (pid: number, name: string): Promise<Version> => client.call('POST', path(pid), version, { name }),

  /** The snapshot, unchecked: it may be of a newer version of the app. */
  read: (pid: number, id: number, signal?: AbortSignal): Promise<unknown> =>
    client.call('GET', path(pid, id), someSnapshot, undefined, signal ? { signal } : {}),

  /** Renames a version; an empty name removes its name. */
  rename: (pid: number, id: number, name: string): Promise<Version> =>
    client.call('PUT', `${path(pid, id)}/name`, version, { name }),

  remove: (pid: number, id: number): Promise<void> => client.send('DELETE', path(pid, id)),

  /** Makes the version the newest revision; the server's present canvas is kept as a version first. */
  restore: (pid: number, id: number): Promise<ProjectHead> =>
    client.call('POST', `${path(pid, id)}/restore`, projectHead),
});
export type VersionsApi = ReturnType<typeof createVersionsApi>;
