import { Ajv2020 } from 'ajv/dist/2020';
import type { ValidateFunction } from 'ajv/dist/2020';
import formats from 'ajv-formats';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';

interface Described {
  readonly description: string;
  readonly headers: Readonly<Record<string, { readonly required?: boolean; readonly schema?: object }>>;
  readonly content?: Readonly<Record<string, { readonly schema: object & { readonly 'x-each'?: object } }>>;
}
interface Operation {
  readonly requestBody?: {
    readonly required?: boolean;
    readonly content: Readonly<Record<string, { readonly schema: object }>>;
  };
  readonly responses: Readonly<Record<string, Described>>;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: object;
}

/** Some tests count what the server parses: this parse does not count. */
const { parse } = JSON;

/** A request as it was sent. */
interface Request {
  readonly method?: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly payload?: unknown;
}
type Asked = Readonly<{ method: string; path: string; headers: Readonly<Record<string, string>>; payload: unknown }>;

/** Headers that every answer of the server may carry; the document speaks of the others. */
const PLAIN =
  /^(content-(length|type|security-policy)|cache-control|connection|date|vary|transfer-encoding|access-control-.*|cross-origin-.*|origin-agent-cluster|referrer-policy|strict-transport-security|x-(content-type-options|dns-prefetch-control|download-options|frame-options|permitted-cross-domain-policies|xss-protection|accel-buffering))$/;

class Contract {
  readonly #ajv: Ajv2020;
  readonly #paths: readonly { readonly pattern: RegExp; readonly operations: Readonly<Record<string, Operation>> }[];
  readonly #checks = new Map<object, ValidateFunction>();

  constructor({ paths, components }: Document) {
    this.#ajv = new Ajv2020({ strict: false, allErrors: true });
    formats.default(this.#ajv);
    this.#ajv.addSchema({ components }, 'api:');
    this.#paths = Object.entries(paths).map(([path, operations]) => ({
      pattern: new RegExp(`^${path.replaceAll('.', String.raw`\.`).replaceAll(/\{\w+\}/g, '[^/]+')}$`),
      operations,
    }));
  }

  /** Faults of a request and its answer; empty when the document describes them as they are, or does not describe this address. */
  faultsOf({ method, path, headers: asked, payload }: Asked, answer: LightMyRequestResponse): string[] {
    const known = this.#paths.find(({ pattern }) => pattern.test(path));
    const operation = known?.operations[(method === 'HEAD' ? 'get' : method).toLowerCase()];
    if (operation === undefined) return [];
    const isTaken = answer.statusCode < 400;
    const { statusCode: status, headers } = answer;
    const described = operation.responses[status];
    // One address does not answer HEAD, and answers 404 as for a missing one.
    if (method === 'HEAD' && status === 404) return [];
    if (described === undefined) return [`status ${status} is not described: ${answer.body.slice(0, 200)}`];
    const told = new Map(Object.entries(described.headers).map(([name, of]) => [name.toLowerCase(), of]));
    return [
      ...(isTaken ? this.#faultsOfRequest(operation, asked, payload) : []),
      ...Object.keys(headers)
        .filter((name) => !told.has(name) && !PLAIN.test(name))
        .map((name) => `header ${name} is not described`),
      ...[...told].flatMap(([name, { required, schema }]) => {
        const value = headers[name];
        if (value === undefined) return required ? [`header ${name} is missing`] : [];
        return schema
          ? this.#check(schema, Array.isArray(value) ? String(value[0]) : String(value), `header ${name}`)
          : [];
      }),
      ...(method === 'HEAD' ? [] : this.#faultsOfBody(described, answer)),
    ];
  }

  /** Faults of an accepted request: the server must describe everything that it accepts. */
  #faultsOfRequest({ requestBody }: Operation, headers: Asked['headers'], payload: unknown): string[] {
    if (payload === undefined) return requestBody?.required ? ['a request without a body is taken'] : [];
    if (requestBody === undefined) return ['a body of the request is taken and not described'];
    const told = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
    const [type = ''] = (told ?? 'application/json').split(';');
    const media = requestBody.content[type];
    if (media === undefined) return [`the media type ${type} of the request is not described`];
    if (!type.endsWith('json')) return [];
    const value: unknown = typeof payload === 'string' || Buffer.isBuffer(payload) ? parse(String(payload)) : payload;
    return this.#check(media.schema, value, 'the body of the request');
  }

  #faultsOfBody({ content, description }: Described, { headers, body, statusCode }: LightMyRequestResponse): string[] {
    if (content === undefined) return body === '' ? [] : ['a body is not described'];
    const [type = ''] = String(headers['content-type']).split(';');
    const media = content[type];
    if (media === undefined) return [`the media type ${type} is not described`];
    const each = media.schema['x-each'];
    if (type === 'text/event-stream' && each) {
      return body
        .split('\n')
        .filter((line) => line.startsWith('data: '))
        .flatMap((line) => this.#check(each, parse(line.slice('data: '.length)), line));
    }
    if (type === 'application/json-seq' && each) {
      const [, first = ''] = body.split('\u001E');
      return this.#check(each, parse(first), 'the first text');
    }
    if (type !== 'application/json') return [];
    const value: unknown = parse(body);
    const code = typeof value === 'object' && value !== null && 'code' in value ? String(value.code) : '';
    const isUntold = statusCode >= 400 && !description.includes(`\`${code}\``);
    return [
      ...(isUntold ? [`the code ${code} of ${statusCode} is not described`] : []),
      ...this.#check(media.schema, value, 'the body'),
    ];
  }

  #check(schema: object, value: unknown, what: string): string[] {
    let check = this.#checks.get(schema);
    if (check === undefined) {
      const text = JSON.stringify(schema).replaceAll('"#/components/', '"api:#/components/');
      this.#checks.set(schema, (check = this.#ajv.compile(parse(text))));
    }
    return check(value) ? [] : (check.errors ?? []).map((error) => `${what}${error.instancePath} ${error.message}`);
  }
}

const contracts = new Map<string, Contract>();
const ofApps = new WeakMap<FastifyInstance, Contract>();

/** Servers with the same routes have the same description, which takes longer to make than most tests. */
function contractOf(app: FastifyInstance): Contract {
  const known = ofApps.get(app);
  if (known) return known;
  const routes = app.printRoutes();
  const contract = contracts.get(routes) ?? new Contract(app.describeApi() as unknown as Document);
  contracts.set(routes, contract);
  ofApps.set(app, contract);
  return contract;
}

/** Throws when /openapi.json does not describe this request or its answer. */
export function checkAnswer(app: FastifyInstance, asked: Request, answer: LightMyRequestResponse): void {
  const { method = 'GET', url, headers = {}, payload } = asked;
  const [path = ''] = url.split('?');
  const faults = contractOf(app).faultsOf({ method, path, headers, payload }, answer);
  if (faults.length > 0) throw new Error(`not as /openapi.json says: ${method} ${path}\n${faults.join('\n')}`);
}
