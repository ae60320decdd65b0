import {
  type AuthApi,
  createAuthApi,
  createMemberApi,
  type MemberApi,
  createTokensApi,
  type TokensApi,
  type CapabilitiesApi,
  createCapabilitiesApi,
} from './account';
import { ApiClient } from './client';
import { createEventsApi, type EventsApi } from './events';
import { createFilesApi, type FilesApi } from './files';
import { createJobsApi, type JobsApi } from './jobs';
import { createNodesApi, type NodesApi } from './nodes';
import { createProjectsApi, type ProjectsApi } from './projects';
import { createRunsApi, type RunsApi } from './runs';
import { createTakesApi, type TakesApi } from './takes';
import { createVersionsApi, type VersionsApi } from './versions';

/** Every call the app makes, one member a resource. */
export interface Api {
  readonly member: MemberApi;
  readonly auth: AuthApi;
  readonly tokens: TokensApi;
  readonly capabilities: CapabilitiesApi;
  readonly projects: ProjectsApi;
  readonly versions: VersionsApi;
  readonly files: FilesApi;
  readonly nodes: NodesApi;
  readonly jobs: JobsApi;
  readonly takes: TakesApi;
  readonly events: EventsApi;
  readonly runs: RunsApi;
  /** The same calls on behalf of this member only: a 401 while another one is signed in in this browser. */
  readonly forMember: (memberId: string) => Api;
}

/** `base` is the API host without a trailing slash; empty means the page's own origin. */
export function createApi(base: string = import.meta.env.VITE_API_BASE ?? '', timeoutMs?: number): Api {
  return apiOver(base, timeoutMs);
}

function apiOver(base: string, timeoutMs?: number, memberId?: string): Api {
  const client = new ApiClient(base, timeoutMs, memberId);
  return {
    member: createMemberApi(client),
    auth: createAuthApi(client),
    tokens: createTokensApi(client),
    capabilities: createCapabilitiesApi(client),
    projects: createProjectsApi(client),
    versions: createVersionsApi(client),
    files: createFilesApi(client),
    nodes: createNodesApi(client),
    jobs: createJobsApi(client),
    takes: createTakesApi(client),
    events: createEventsApi(client),
    runs: createRunsApi(client),
    forMember: (id) => apiOver(base, timeoutMs, id),
  };
}

export { ApiFailure } from './ApiFailure';
export { isLongerThan } from './isLongerThan';
