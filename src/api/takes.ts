import type { ApiClient } from './client';
import type { LibraryQuery, ProjectTakesQuery, Take, TakePage } from './contractTakes';

/** The dashboard has no takes: their shapes are loaded with the first call. */
const shapes = () => import('./contractTakes');

export const createTakesApi = (client: ApiClient) => ({
  /** Takes of a project's nodes, newest first. */
  list: async (pid: number, query: ProjectTakesQuery): Promise<TakePage> =>
    client.call('GET', `/projects/${pid}/takes`, (await shapes()).takePage, undefined, { params: query }),

  /** Takes of all projects of the member, newest first. */
  search: async (query: LibraryQuery, signal?: AbortSignal): Promise<TakePage> =>
    client.call('GET', '/takes', (await shapes()).takePage, undefined, { params: query, ...(signal && { signal }) }),

  /** Takes with the same bytes, in any project, newest first; none when the picture does not exist, or is not the member's. */
  ofPicture: async (url: string): Promise<Take[]> => client.call('GET', `${url}/takes`, (await shapes()).takeList),

  rate: async (id: number, rating: Take['rating']): Promise<Take> =>
    client.call('PATCH', `/takes/${id}`, (await shapes()).take, { rating }),

  remove: (id: number): Promise<void> => client.send('DELETE', `/takes/${id}`),

  restore: async (id: number): Promise<Take> => client.call('POST', `/takes/${id}/restore`, (await shapes()).take),
});
export type TakesApi = ReturnType<typeof createTakesApi>;
