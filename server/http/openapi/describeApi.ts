import type { RouteOptions } from 'fastify';
import type { z } from 'zod';
import { errorBody } from '../../../src/api/contract';
import { REQUEST_ID_HEADER } from '../logging';
import { namedSchemas, parametersOf, referTo } from './namedSchemas';
import { ANSWER_HEADERS, REQUEST_HEADERS, TAGS } from './Operation';
import type { Answer, Operation } from './Operation';

type JsonObject = Record<string, unknown>;
const JSON_TYPE = 'application/json';
const PAGE = { text: 'A page for people, in their language.' };

/** Parameters of a route's address, by name. */
const PARAMETERS: Readonly<Record<string, JsonObject>> = {
  pid: { schema: { type: 'integer', minimum: 1 }, description: 'The projectId.' },
  id: { schema: { type: 'string' } },
  name: { schema: { type: 'string' }, description: 'As the url names it: `SHA256.EXT`.' },
};
/** The headers of every answer; the last three count the requests of an address in a second. */
const EVERYWHERE: Readonly<Record<string, JsonObject>> = {
  [REQUEST_ID_HEADER]: { description: 'What the log of the server calls this request.', schema: { type: 'string' } },
  'set-cookie': { description: 'The session, once a day, when its end has moved.', schema: { type: 'string' } },
  'x-ratelimit-limit': { description: 'Requests that an address may make in a second.', schema: { type: 'integer' } },
  'x-ratelimit-remaining': { description: 'Those left in this second.', schema: { type: 'integer' } },
  'x-ratelimit-reset': { description: 'Seconds until they are counted anew.', schema: { type: 'integer' } },
};

/** The OpenAPI 3.1 document of these routes. Throws for a route that says nothing of itself. */
export function describeApi(routes: readonly RouteOptions[], { https }: { https: boolean }): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const route of routes) {
    const operation = route.config?.operation;
    if (operation === undefined) throw new Error(`${String(route.method)} ${route.url} has no operation`);
    const path = route.url.replaceAll(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[String(route.method).toLowerCase()] = describeOperation(route, operation);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Mulgil',
      version: '1',
      description:
        'Every address that answers GET answers HEAD, too, but the way back from the issuer. Every failure is an Error: `message` is for people, `code` is a stable word for programs. docs/API.md goes through it with curl.',
    },
    servers: [{ url: '/' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: namedSchemas(),
      headers: EVERYWHERE,
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: `${https ? '__Host-' : ''}mulgil_session` },
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'A token of the account menu. It wins over a cookie; the scopes are read, write and generate.',
        },
      },
    },
  };
}

function describeOperation(route: RouteOptions, operation: Operation): JsonObject {
  const parameters = [...inPath(route.url), ...inQuery(route, operation), ...inHeaders(operation)];
  const body = bodyOf(route, operation);
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    ...(operation.description !== undefined && { description: operation.description }),
    security: securityOf(route, operation),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: body } }),
    responses: { ...answersOf(route, operation), ...failuresOf(route, operation) },
  };
}

const isReading = ({ method }: RouteOptions): boolean => method === 'GET';

function securityOf(route: RouteOptions, { access }: Operation): JsonObject[] {
  if (access === 'everyone') return [];
  const scope = route.config?.scope ?? (isReading(route) ? 'read' : 'write');
  return scope === 'session' ? [{ session: [] }] : [{ session: [] }, { token: [scope] }];
}

function inPath(url: string): JsonObject[] {
  return [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    ...PARAMETERS[name],
  }));
}

function inQuery({ schema }: RouteOptions, { query }: Operation): JsonObject[] {
  const given = query ?? (schema?.querystring as z.core.$ZodType | undefined);
  if (given === undefined) return [];
  return parametersOf(given).map(({ name, isRequired, schema: { description, ...of } }) => ({
    name,
    in: 'query',
    required: isRequired,
    ...(description !== undefined && { description }),
    schema: of,
  }));
}

function inHeaders({ headers = [] }: Operation): JsonObject[] {
  return headers.map((name) => ({
    name,
    in: 'header',
    required: false,
    description: REQUEST_HEADERS[name],
    schema: { type: 'string', minLength: 1, ...(name === 'Idempotency-Key' && { maxLength: 200 }) },
  }));
}

function bodyOf({ schema }: RouteOptions, { form, body, bodyTypes = [JSON_TYPE] }: Operation): JsonObject | null {
  if (form) {
    const file = { type: 'string', format: 'binary', description: form.description };
    return {
      'multipart/form-data': { schema: { type: 'object', properties: { [form.field]: file }, required: [form.field] } },
    };
  }
  const given = body ?? schema?.body;
  if (given === undefined) return null;
  return Object.fromEntries(bodyTypes.map((type) => [type, { schema: referTo(given) }]));
}

function answersOf({ schema }: RouteOptions, { answers }: Operation): JsonObject {
  const checked = (schema?.response ?? {}) as Readonly<Record<string, z.core.$ZodType>>;
  return Object.fromEntries(
    Object.entries(answers).map(([status, answer]) => {
      const own = checked[status];
      return [
        status,
        describeAnswer(answer.content || own === undefined ? answer : { ...answer, content: { [JSON_TYPE]: own } }),
      ];
    }),
  );
}

function describeAnswer({ when, content, headers = [] }: Answer): JsonObject {
  const own = headers.map((given): [string, JsonObject] => {
    const name = given.replace('?', '') as keyof typeof ANSWER_HEADERS;
    const { description, ...schema } = ANSWER_HEADERS[name];
    return [name, { description, required: name === given, schema: { type: 'string', ...schema } }];
  });
  const isOwn = (name: string): boolean => own.some(([other]) => other.toLowerCase() === name);
  const sharedNames = Object.keys(EVERYWHERE).filter((name) => !isOwn(name));
  const shared = sharedNames.map((name) => [name, { $ref: `#/components/headers/${name}` }]);
  return {
    description: when,
    headers: Object.fromEntries([...own, ...shared]),
    ...(content && {
      content: Object.fromEntries(Object.entries(content).map(([type, of]) => [type, describeContent(of)])),
    }),
  };
}

/** Describes a content. OpenAPI 3.1 has no place for the parts of a stream: `x-each` names them. */
function describeContent(of: NonNullable<Answer['content']>[string]): JsonObject {
  if (!('text' in of)) return { schema: referTo(of) };
  return { schema: { type: 'string', description: of.text, ...(of.each && { 'x-each': referTo(of.each) }) } };
}

function failuresOf(route: RouteOptions, operation: Operation): JsonObject {
  const all: Partial<Record<number, string | Answer>> = { ...commonFailures(route, operation) };
  for (const [status, failure] of Object.entries(operation.failures ?? {})) {
    const common = all[Number(status)];
    all[Number(status)] =
      typeof failure === 'string' && common !== undefined
        ? typeof common === 'string'
          ? `${common} ${failure}`
          : { ...common, when: `${common.when} ${failure}` }
        : failure;
  }
  return Object.fromEntries(
    Object.entries(all).map(([status, failure = '']) => {
      const answer: Answer = typeof failure === 'string' ? { when: failure } : failure;
      const content = answer.content ?? { [JSON_TYPE]: errorBody, ...(operation.hasPages && { 'text/html': PAGE }) };
      return [status, describeAnswer({ ...answer, content })];
    }),
  );
}

/** Failures of any request of a kind. */
function commonFailures(route: RouteOptions, { access }: Operation): Partial<Record<number, string | Answer>> {
  const retry = ['Retry-After?'] as const;
  const isMembers = access === 'member';
  return {
    400: '`badRequest`, `invalidRequest`, `invalidJson`: the request cannot be read or is not valid.',
    429: { when: '`tooManyRequests`: too many in a second.', headers: retry },
    500: '`internal`: something went wrong on the server.',
    503: { when: '`databaseAway`, `databaseBusy`, `serverBusy`: try again in a moment.', headers: retry },
    ...(route.url.includes(':') && { 404: '`notFound`: there is nothing at this address.' }),
    ...(isMembers && {
      401: {
        when: '`signInRequired`: nobody is signed in. `tokenUnknown`: the token is over, was revoked or never was.',
        headers: ['WWW-Authenticate?'],
      },
    }),
    ...((isMembers || !isReading(route)) && {
      507: '`diskFull`: the server has no room left; nothing was stored.',
      403: {
        when: `${isMembers ? '`scope`: the token may not do this. ' : ''}${isReading(route) ? '' : '`foreignOrigin`: a page of another site asked for it.'}`.trim(),
        headers: ['WWW-Authenticate?'],
      },
    }),
    ...(!isReading(route) && {
      413: '`bodyTooLarge`, `jsonTooDeep`: the body is larger or deeper than is taken here.',
      415: '`unsupportedMediaType`: the body is of a kind that is not taken here.',
      422: '`forbiddenKey`: a key reaches for a prototype.',
    }),
  };
}
