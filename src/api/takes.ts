import type { ApiClient } from './client';
import type { LibraryQuery, ProjectTakesQuery, Take, TakePage } from './contractTakes';

/** The dashboard knows no takes: their shapes come with the first call. */
const shapes = () => import('./contractTakes');

export const createTakesApi = (client: ApiClient) => ({
  /** Of a project's nodes, newest first. */
  list: async (pid: number, query: ProjectTakesQuery): Promise<TakePage> =>
    client.call('GET', `/projects/${pid}/takes`, (await shapes()).takePage, undefined, { params: query }),

  /** Of all projects of the member, newest first. */
  search: async (query: LibraryQuery, signal?: AbortSignal): Promise<TakePage> =>
    client.call('GET', '/takes', (await shapes()).takePage, undefined, { params: query, ...(signal && { signal }) }),

  /** With these bytes, in any project, newest first; none where the picture is not there, or not the member's. */
  ofPicture: async (url: string): Promise<Take[]> => client.call('GET', `${url}/takes`, (await shapes()).takeList),

  rate: async (id: number, rating: Take['rating']): Promise<Take> =>
    client.call('PATCH', `/takes/${id}`, (await shapes()).take, { rating }),

  remove: (id: number): Promise<void> => client.send('DELETE', `/takes/${id}`),

  restore: async (id: number): Promise<Take> => client.call('POST', `/takes/${id}/restore`, (await shapes()).take),
});
export type TakesApi = ReturnType<typeof createTakesApi>;
