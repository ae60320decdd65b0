import * as z from 'zod/mini';
import type { ApiClient } from './client';
import { projectHead, version, versionList, type ProjectHead, type Version } from './contract';

const path = (pid: number, id?: number): string => `/projects/${pid}/versions${id === undefined ? '' : `/${id}`}`;

/** As little as tells it from what is none. */
const someSnapshot = z.looseObject({ nodes: z.array(z.unknown()), edges: z.array(z.unknown()) });

export const createVersionsApi = (client: ApiClient) => ({
  /** Newest first. */
  list: (pid: number): Promise<Version[]> => client.call('GET', path(pid), versionList),

  /** Makes a version of what the server has now; it stays until it is deleted. */
  keep: (pid: number, name: string): Promise<Version> => client.call('POST', path(pid), version, { name }),

  /** The snapshot, unchecked: it may be of a newer version of the app. */
  read: (pid: number, id: number, signal?: AbortSignal): Promise<unknown> =>
    client.call('GET', path(pid, id), someSnapshot, undefined, signal ? { signal } : {}),

  /** An empty name takes the name away. */
  rename: (pid: number, id: number, name: string): Promise<Version> =>
    client.call('PUT', `${path(pid, id)}/name`, version, { name }),

  remove: (pid: number, id: number): Promise<void> => client.send('DELETE', path(pid, id)),

  /** The version becomes the newest revision; what the server has now is kept as a version first. */
  restore: (pid: number, id: number): Promise<ProjectHead> =>
    client.call('POST', `${path(pid, id)}/restore`, projectHead),
});
export type VersionsApi = ReturnType<typeof createVersionsApi>;
