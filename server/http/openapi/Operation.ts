import type { z } from 'zod';

/** Tags in the order of the document. */
export const TAGS = {
  account: 'Who is signed in, and the tokens of their scripts.',
  projects: 'Projects and their canvases.',
  versions: 'The past of a project.',
  files: 'Pictures, kept byte for byte.',
  takes: 'The finished pictures of nodes: what made them, how they are rated.',
  generation: 'Pictures and analyses made by an engine.',
  runs: 'One execution over many nodes.',
  server: 'What this server can do and how it fares.',
} as const;

/** Headers that some request may carry. */
export const REQUEST_HEADERS = {
  'If-Match':
    'The ETag of the revision that the change was made for. Any other revision is answered 412, and nothing is changed.',
  'If-None-Match': 'What is there already: an ETag, or `*` for anything.',
  'Idempotency-Key':
    '1 to 200 characters. Sent again with the same key and body, a request is answered as the first time and done once.',
  'Last-Event-ID': 'The id of the last event that was read: the stream goes on behind it, or begins with `reset`.',
} as const;

/** Headers that some answer carries. */
export const ANSWER_HEADERS = {
  'Clear-Site-Data': { description: 'What the browser drops of what it keeps for this origin.', pattern: '^"cache"$' },
  ETag: { description: 'Names what was answered, for If-Match or If-None-Match.', pattern: '^"[^"]+"$' },
  Link: { description: 'While there is more: the next page, as `<URL>; rel="next"`.' },
  Location: { description: 'Where to go on.' },
  'Retry-After': { description: 'In so many seconds asking again is worth it.', pattern: String.raw`^\d+$` },
  'Set-Cookie': { description: 'The session of this browser.' },
  'WWW-Authenticate': { description: 'What is wrong with the token (RFC 6750).' },
} as const;

export type AnswerHeader = keyof typeof ANSWER_HEADERS;

/** The content of an answer that is no JSON. */
export interface Text {
  readonly text: string;
  /** The schema of each JSON text in the body. */
  readonly each?: z.core.$ZodType;
}

export interface Answer {
  readonly when: string;
  /** Content by media type. Without it, JSON of the route's own schema for this status, or nothing where there is none. */
  readonly content?: Readonly<Record<string, Text | z.core.$ZodType>>;
  /** Headers of the answer; those with a question mark are not always there. */
  readonly headers?: readonly (AnswerHeader | `${AnswerHeader}?`)[];
}

/** The OpenAPI page's facts about a route beyond the schemas that check it. */
export interface Operation {
  readonly id: string;
  readonly tag: keyof typeof TAGS;
  readonly summary: string;
  readonly description?: string;
  /** Whether it needs a member; what a token must be allowed to do is the route's `scope`. */
  readonly access: 'everyone' | 'member';
  /** The route takes nothing but files in a form: the field and what is in it. */
  readonly form?: { readonly field: string; readonly description: string };
  /** The body where the route has no schema for it, or one that says less. */
  readonly body?: z.core.$ZodType;
  /** Media types of the body; JSON when absent. */
  readonly bodyTypes?: readonly string[];
  readonly query?: z.core.$ZodType;
  readonly headers?: readonly (keyof typeof REQUEST_HEADERS)[];
  readonly answers: Readonly<Record<number, Answer>>;
  /** Failures besides those of every route: their codes, and what they mean. */
  readonly failures?: Readonly<Record<number, string | (Answer & { readonly isPage?: boolean })>>;
  /** Failures may be pages for people, too. */
  readonly hasPages?: boolean;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: Operation;
  }
}
