import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { InfiniteData } from '@tanstack/react-query';
import { type Api, ApiFailure } from '../api';
import type { Job, Member, ProjectSummary } from '../api/contract';
import { keepLastMember, readLastMember } from './lastMember';
import type { LocalCopies } from './localCopies/LocalCopies';
import type { Thumbnails } from './localCopies/Thumbnails';
import type { UnsentNames } from './UnsentNames';
import { type Clock, type Depot, wait } from './ports';

/** The shortest time that the loading display of the member shows (MEMBER-3). */
const MEMBER_DELAY_MS = 400;
/** Who was there this short ago is not asked again; whoever was missing may have come. */
const MEMBER_FRESH_MS = 10_000;

/** Only a 401 makes a visitor; 'unknown' shows the visitor's dashboard too, but may open local copies. */
export interface MemberAnswer {
  readonly member: Member | null;
  readonly reason: 'member' | 'visitor' | 'unknown';
}

interface QueryDeps {
  readonly api: Api;
  readonly clock: Clock;
  readonly depot: Depot;
  readonly thumbnails: Thumbnails;
  readonly copies: Pick<LocalCopies, 'known'>;
  readonly names: UnsentNames;
}

/** Which projects, and in what order. */
export interface ProjectSearch {
  readonly q: string;
  readonly sort: 'updatedAt' | 'name';
}

interface ProjectPage {
  readonly items: readonly ProjectSummary[];
  readonly next: string | null;
}
export type ProjectPages = InfiniteData<ProjectPage, string | null>;

const NO_PAGES: ProjectPages = { pages: [], pageParams: [] };

/** A project that was changed while the pages were read may stand in two. */
const eachOnce = (projects: readonly ProjectSummary[]): ProjectSummary[] =>
  [...new Map(projects.toReversed().map((project) => [project.projectId, project])).values()].toReversed();

const ALL_PROJECTS: ProjectSearch = { q: '', sort: 'updatedAt' };

async function readMember({ api, depot, clock }: Pick<QueryDeps, 'api' | 'depot' | 'clock'>): Promise<MemberAnswer> {
  try {
    const member = await api.member.read();
    void keepLastMember(depot, member, clock);
    return { member, reason: 'member' };
  } catch (error) {
    const isVisitor = error instanceof ApiFailure && error.status === 401;
    // Signed out elsewhere, too: no copy opens here any more, with or without the server.
    if (isVisitor) void keepLastMember(depot, null, clock);
    return { member: null, reason: isVisitor ? 'visitor' : 'unknown' };
  }
}

export type Queries = ReturnType<typeof createQueries>;

/** What the screens ask the server for, as options of react-query. */
export function createQueries(deps: QueryDeps) {
  const { api, clock, thumbnails, copies, names, depot } = deps;
  /** Who is there as soon as the server says so: for what shows no loading of it. */
  const memberNow = queryOptions({
    queryKey: ['member', 'now'],
    queryFn: (): Promise<MemberAnswer> => readMember(deps),
    retry: false,
  });
  return {
    memberNow,

    /** The same for what nobody looks at: a member who was there a moment ago will do. */
    memberLately: queryOptions({
      ...memberNow,
      staleTime: ({ state }) => (state.data?.member ? MEMBER_FRESH_MS : 0),
    }),

    /** The member, or null; `queryClient.fetchQuery` of it answers the MemberAnswer with its reason. */
    member: queryOptions({
      queryKey: ['member'],
      queryFn: async ({ client }): Promise<MemberAnswer> => {
        const [answer] = await Promise.all([client.fetchQuery(memberNow), wait(clock, MEMBER_DELAY_MS)]);
        return answer;
      },
      select: ({ member }: MemberAnswer): Member | null => member,
      retry: false,
    }),

    /** The member's projects with the newest pictures; empty for who is signed out. */
    projects: ({ q, sort }: ProjectSearch = ALL_PROJECTS) =>
      infiniteQueryOptions({
        queryKey: ['projects', q, sort],
        queryFn: async ({ signal, pageParam: before }): Promise<ProjectPage> =>
          api.projects.list({ q, sort, ...(before !== null && { before }) }, signal),
        initialPageParam: null as string | null,
        getNextPageParam: ({ next }) => next,
        select: ({ pages }): ProjectSummary[] => thumbnails.choose(eachOnce(pages.flatMap(({ items }) => items))),
        meta: { failureMessage: 'failed to load projects', signedOutData: NO_PAGES },
      }),

    /** What the member takes, each time somebody looks. */
    usage: queryOptions({
      queryKey: ['usage'],
      queryFn: () => api.member.usage(),
      staleTime: 0,
      retry: false,
      meta: { failureMessage: 'failed to load the usage' },
    }),

    /** What this device could open of the last member's projects while the server says nothing of them. */
    projectsHere: queryOptions({
      queryKey: ['projectsHere'],
      queryFn: async (): Promise<ProjectSummary[]> => {
        const member = await readLastMember(depot, clock);
        if (!member) return [];
        const renamed = new Map((await names.list(member.memberId)).map(({ pid, name }) => [pid, name]));
        const known = await copies.known(member.memberId);
        return thumbnails.choose(
          known.map((project) => ({ ...project, name: renamed.get(project.projectId) ?? project.name })),
        );
      },
      retry: false,
      staleTime: 0,
    }),

    /** The newest job that made a picture of the project; null for one that was not made here. */
    pictureJob: (pid: number, url: string) =>
      queryOptions({
        queryKey: ['pictureJob', pid, url],
        queryFn: async (): Promise<Job | null> => (await api.jobs.list(pid, { url })).at(-1) ?? null,
        enabled: url.startsWith('/files/'),
        // How it was made is told beside the picture: nobody waits for it.
        retry: false,
        meta: { failureMessage: 'how the picture was made could not be read' },
      }),

    capabilities: queryOptions({
      queryKey: ['capabilities'],
      queryFn: () => api.capabilities.read(),
      // Set when the server starts, so once a visit is enough.
      staleTime: Number.POSITIVE_INFINITY,
    }),
  };
}
