import { headersOf, httpFailure } from './ApiFailure';
import { blobOf } from './blobOf';
import {
  type ApiClient,
  type Page,
  byteLength,
  KEEPALIVE_MAX_BYTES,
  LARGE_BODY_BYTES,
  logUnauthorized,
  parsed,
} from './client';
import {
  type OpenedHead,
  openedHead,
  patchAnswer,
  projectHead,
  projectList,
  thumbnailAnswer,
  type PatchAnswer,
  type ProjectHead,
  type ProjectListQuery,
} from './contract';

/** Nodes or edges written in one piece. */
const ITEMS = 1000;

/** True when the project takes more than one piece. */
const isManyPieces = ({ snapshot }: WholeProject): boolean =>
  Object.values(snapshot).some((member) => Array.isArray(member) && member.length > ITEMS);

/** The JSON of a project, a thousand nodes or edges in each piece. */
function* projectPieces({ snapshot, ...head }: WholeProject): Generator<string> {
  let text = `${JSON.stringify(head).slice(0, -1)},"snapshot":{`;
  let comma = '';
  for (const [key, member] of Object.entries(snapshot) as [string, unknown][]) {
    if (member === undefined) continue;
    text += `${comma}${JSON.stringify(key)}:`;
    comma = ',';
    if (!Array.isArray(member)) {
      text += JSON.stringify(member);
      continue;
    }
    text += '[';
    for (let at = 0; at < member.length; at += ITEMS) {
      text += (at > 0 ? ',' : '') + JSON.stringify(member.slice(at, at + ITEMS)).slice(1, -1);
      yield text;
      text = '';
    }
    text += ']';
  }
  yield `${text}}}`;
}

/** A page of this many fills the tallest window; the next ones load while a person scrolls. */
const PAGE_LENGTH = 60;

/** A project as it was read. */
export interface ReadProject {
  readonly head: OpenedHead;
  /** The serialized snapshot; empty when the project never had one. */
  readonly canvas: string;
  /** The server's clock at the answer; null when it did not say. */
  readonly serverTime: number | null;
}

export interface WholeProject {
  readonly pid: number;
  readonly name: string;
  /** ISO 8601; the sender's time, which does not become updatedAt. */
  readonly timestamp: string;
  readonly snapshot: object;
}

/** The state of the canvas that a push is meant for: that revision, or no canvas at all. */
export type PushCondition = { readonly revision: number } | 'onlyIfEmpty';

export interface PatchCondition {
  readonly revision: number;
  /** The same key and body again get the first answer. */
  readonly idempotencyKey: string;
}

/** A patch as sent: text, so that a repeat is the same bytes. */
export type PatchText = string;

const patchHeaders = ({ revision, idempotencyKey }: Partial<PatchCondition> & Pick<PatchCondition, 'revision'>) => ({
  'Content-Type': 'application/json-patch+json',
  'If-Match': `"${revision}"`,
  ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
});

const pushHeaders = (condition?: PushCondition): Record<string, string> => {
  if (condition === undefined) return {};
  return condition === 'onlyIfEmpty' ? { 'If-None-Match': '*' } : { 'If-Match': `"${condition.revision}"` };
};

const thumbnailForm = (picture: Blob): FormData => {
  const form = new FormData();
  form.append('thumbnail', picture, 'thumbnail.png');
  return form;
};

/** Every character takes at least a byte, so a long text need not be counted. */
const isSmall = (text: string): boolean => text.length < KEEPALIVE_MAX_BYTES && byteLength(text) < KEEPALIVE_MAX_BYTES;

export const createProjectsApi = (client: ApiClient) => {
  /** Sends a request that outlives the page; its answer is read when the page lives on. */
  const sendLeaving = async (path: string, method: string, body: string, headers: Record<string, string>) => {
    const response = await client.fetch(path, { method, body, headers, keepalive: true, signal: client.timeLimit() });
    const answer: unknown = await response.json().catch(() => null);
    if (response.ok) return answer;
    const failure = httpFailure(response.status, response.statusText, answer, headersOf(response.headers));
    logUnauthorized(failure);
    throw failure;
  };

  return {
    /** A page of the member's projects; with `q`, of those whose name contains it. */
    list: (
      { q = '', sort = 'updatedAt', limit = PAGE_LENGTH, before }: ProjectListQuery = {},
      signal?: AbortSignal,
    ): Promise<Page<typeof projectList>> =>
      client.page('/projects', projectList, {
        params: { ...(q !== '' && { q }), ...(sort !== 'updatedAt' && { sort }), limit, ...(before && { before }) },
        ...(signal && { signal }),
      }),

    /** `canvas` is the serialized snapshot. The same name, canvas and key again give the project of the first call. */
    create: (name: string, canvas: string, idempotencyKey: string): Promise<ProjectHead> =>
      client.call(
        'POST',
        '/projects',
        projectHead,
        { name, canvas },
        { isLarge: canvas.length > LARGE_BODY_BYTES, headers: { 'Idempotency-Key': idempotencyKey } },
      ),

    remove: (pid: number): Promise<void> => client.send('DELETE', `/projects/${pid}`),

    /** `onCanvas` receives the canvas as it arrives, piece by piece. */
    async read(pid: number, onCanvas: (piece: string) => void = () => undefined): Promise<ReadProject> {
      const { head, text, serverTime } = await client.sequence(`/projects/${pid}`, openedHead, onCanvas);
      return { head, canvas: text, serverTime };
    },

    /**
     * Sends a whole snapshot, a thousand nodes a task; 412 when the condition does not hold. Never creates a project.
     * The snapshot must not be changed until it is sent.
     */
    async push(project: WholeProject, condition?: PushCondition): Promise<ProjectHead> {
      const body = isManyPieces(project) ? await blobOf(projectPieces(project)) : JSON.stringify(project);
      return client.call('POST', `/projects/${project.pid}`, projectHead, body, {
        isLarge: (body instanceof Blob ? body.size : body.length) > LARGE_BODY_BYTES,
        headers: { 'Content-Type': 'application/json', ...pushHeaders(condition) },
      });
    },

    patchCanvas: (pid: number, patch: PatchText, condition: PatchCondition): Promise<PatchAnswer> =>
      client.call('PATCH', `/projects/${pid}/canvas`, patchAnswer, patch, {
        isLarge: patch.length > LARGE_BODY_BYTES,
        headers: patchHeaders(condition),
      }),

    /** Resolves when the canvas is still at this revision; otherwise a 412 carries the later patches, as for a patch. */
    askSince: (pid: number, revision: number): Promise<PatchAnswer> =>
      client.call('PATCH', `/projects/${pid}/canvas`, patchAnswer, '[]', { headers: patchHeaders({ revision }) }),

    /** Sends a patch from a closing page, like `patchCanvas`; null when it is too large for the browser to carry. */
    patchCanvasLeaving(pid: number, patch: PatchText, condition: PatchCondition): Promise<PatchAnswer> | null {
      if (!isSmall(patch)) return null;
      return sendLeaving(`/projects/${pid}/canvas`, 'PATCH', patch, patchHeaders(condition)).then((answer) =>
        parsed(patchAnswer, answer),
      );
    },

    rename: (pid: number, name: string): Promise<ProjectHead> =>
      client.call('PUT', `/projects/${pid}/name`, projectHead, { name }),

    renameLeaving: (pid: number, name: string): Promise<ProjectHead> =>
      sendLeaving(`/projects/${pid}/name`, 'PUT', JSON.stringify({ name }), {
        'Content-Type': 'application/json',
      }).then((answer) => parsed(projectHead, answer)),

    /** `picture` is a PNG; returns its url. */
    async sendThumbnail(pid: number, picture: Blob): Promise<string> {
      const answer = await client.call('PUT', `/projects/${pid}/thumbnail`, thumbnailAnswer, thumbnailForm(picture), {
        isLarge: true,
      });
      return answer.thumbnail;
    },
  };
};
export type ProjectsApi = ReturnType<typeof createProjectsApi>;
