import { Ajv2020 } from 'ajv/dist/2020';
import type { ValidateFunction } from 'ajv/dist/2020';
import formats from 'ajv-formats';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';

const MAX_READ = 32 * 1024;

interface Described {
  readonly description: string;
  readonly headers: Readonly<Record<string, { readonly required?: boolean; readonly schema?: object }>>;
  readonly content?: Readonly<Record<string, { readonly schema: object & { readonly 'x-each'?: object } }>>;
}
interface Operation {
  readonly responses: Readonly<Record<string, Described>>;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: object;
}

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

  /** What is wrong with an answer; nothing when the document tells it as it is, or tells nothing of this address. */
  faultsOf(method: string, path: string, answer: LightMyRequestResponse): string[] {
    const known = this.#paths.find(({ pattern }) => pattern.test(path));
    const operation = known?.operations[(method === 'HEAD' ? 'get' : method).toLowerCase()];
    if (operation === undefined) return [];
    const { statusCode: status, headers } = answer;
    const described = operation.responses[status];
    // One address answers no HEAD, and says so as any that is not there.
    if (method === 'HEAD' && status === 404) return [];
    if (described === undefined) return [`status ${status} is not described: ${answer.body.slice(0, 200)}`];
    const told = new Map(Object.entries(described.headers).map(([name, of]) => [name.toLowerCase(), of]));
    return [
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
        .flatMap((line) => this.#check(each, JSON.parse(line.slice('data: '.length)), line));
    }
    if (type === 'application/json-seq' && each) {
      const [, first = ''] = body.split('\u001E');
      return this.#check(each, JSON.parse(first), 'the first text');
    }
    // Of the largest nothing is read that has not been read of smaller ones, and some tests count what is.
    if (type !== 'application/json' || body.length > MAX_READ) return [];
    const value: unknown = JSON.parse(body);
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
      this.#checks.set(schema, (check = this.#ajv.compile(JSON.parse(text))));
    }
    return check(value) ? [] : (check.errors ?? []).map((error) => `${what}${error.instancePath} ${error.message}`);
  }
}

const contracts = new Map<string, Contract>();
const ofApps = new WeakMap<FastifyInstance, Contract>();

/** Servers that sign in alike describe themselves alike. */
function contractOf(app: FastifyInstance): Contract {
  const known = ofApps.get(app);
  if (known) return known;
  const described = app.describeApi() as unknown as Document;
  const kind = Object.keys(described.paths).join(' ');
  const contract = contracts.get(kind) ?? new Contract(described);
  contracts.set(kind, contract);
  ofApps.set(app, contract);
  return contract;
}

/** Throws where /openapi.json does not tell of this answer what it is. */
export function checkAnswer(app: FastifyInstance, method: string, url: string, answer: LightMyRequestResponse): void {
  const [path = ''] = url.split('?');
  const faults = contractOf(app).faultsOf(method, path, answer);
  if (faults.length > 0) throw new Error(`not as /openapi.json says: ${method} ${path}\n${faults.join('\n')}`);
}
