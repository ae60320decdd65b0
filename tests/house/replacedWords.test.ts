import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseSync, Visitor, type ESTree } from 'vite';

const filesIn = (room: string): string[] =>
  readdirSync(room, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:tsx?|mjs)$/.test(path) && !path.includes('node_modules'))
    .map((path) => join(room, path));

const read = (path: string): string => readFileSync(path, 'utf8');

const words = (text: string): readonly string[] => text.split(' ');

/**
 * Parts of names that docs/GLOSSARY.md has replaced. A room may use those that also mean something else there: the app folds frames;
 * benches watch pages and measure one thing beside another.
 */
const OF_ALL = words('desk standing fold folding folded folds rounds');
const OF_SERVER = [...OF_ALL, ...words('watch watched beside twin lane lanes provider')];
const OF_APP = words(
  'joint joints camera floor brush brushing leading led offering holding stale spoilt helper helpers flat outbox depot adopt adopted desk',
);
const OF_ENGINE = words('carry carries carried hand');

const OF_ROOMS = [
  ['server', OF_SERVER],
  ['scripts', OF_SERVER],
  ['bench', OF_ALL],
  ['src', OF_APP],
  ['src/engine', OF_ENGINE],
] as const;

/** Names that others gave, with such a word: methods of JavaScript and of a library, and a field of the contract, of rows and of metrics. */
const GIVEN = new Set(['floor', 'flat', 'flatMap', 'withTypeProvider', 'ZodTypeProvider', 'provider']);

const partsOf = (name: string): string[] =>
  name.split(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[^A-Za-z]+/).map((part) => part.toLowerCase());

const hasPart = (name: string, parts: readonly string[]): boolean => partsOf(name).some((part) => parts.includes(part));

/** The names in code that have one of these parts. */
function replacedIn(path: string, code: string, parts: readonly string[]): string[] {
  const found = new Set<string>();
  const look = ({ name }: { name: string }): void => {
    if (!GIVEN.has(name) && hasPart(name, parts)) found.add(name);
  };
  new Visitor({ Identifier: look, PrivateIdentifier: look }).visit(parseSync(path, code).program);
  return [...found];
}

/** The names of the metrics that code makes: by `new Counter` and the like, or by `gauge`. */
function metricsIn(path: string, code: string): string[] {
  const found: string[] = [];
  const keep = (name: ESTree.Node | undefined): void => {
    if (name?.type === 'Literal' && typeof name.value === 'string') found.push(name.value);
  };
  const visitor = new Visitor({
    CallExpression({ callee, arguments: [name] }) {
      if (callee.type === 'Identifier' && callee.name === 'gauge') keep(name);
    },
    NewExpression({ callee, arguments: [options] }) {
      if (callee.type !== 'Identifier' || !/^(?:Counter|Gauge|Histogram|Summary)$/.test(callee.name)) return;
      if (options?.type !== 'ObjectExpression') return;
      for (const property of options.properties) {
        const isName =
          property.type === 'Property' && property.key.type === 'Identifier' && property.key.name === 'name';
        if (isName) keep(property.value);
      }
    },
  });
  visitor.visit(parseSync(path, code).program);
  return found;
}

describe('the names in code', () => {
  it.each(OF_ROOMS)('are those of the glossary in %s', (room, parts) => {
    const named = filesIn(room).map((path) => [path, replacedIn(path, read(path), parts)] as const);
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter(([, names]) => names.length > 0)).toEqual([]);
  });

  it('would be found', () => {
    const server =
      'export class JobDesk { #rounds = runBeside; standingOf() {} provider = 1; } const FOLDS_MAX = textProvider;';
    const found = ['JobDesk', 'rounds', 'runBeside', 'standingOf', 'FOLDS_MAX', 'textProvider'];
    expect(replacedIn('planted.ts', server, OF_SERVER)).toEqual(found);
    expect(replacedIn('planted.ts', 'export const understanding = besides;', OF_SERVER)).toEqual([]);
    const app = 'const isFlat = [Math.floor(camera.x)].flat(); class A { #led = joints; }';
    expect(replacedIn('planted.ts', app, OF_APP)).toEqual(['isFlat', 'camera', 'led', 'joints']);
    expect(replacedIn('planted.ts', 'const carriedBy = itemInHand(handle);', OF_ENGINE)).toEqual([
      'carriedBy',
      'itemInHand',
    ]);
  });
});

describe('the names of files', () => {
  it.each([
    ['server', OF_SERVER],
    ['scripts', OF_SERVER],
    ['tests/server', OF_SERVER],
    ['bench', OF_ALL],
  ] as const)('are those of the glossary in %s', (room, parts) => {
    const files = filesIn(room);
    expect(files.length).toBeGreaterThan(50);
    expect(files.filter((path) => hasPart(basename(path), parts))).toEqual([]);
  });
});

describe('the names of metrics', () => {
  it('are those of the glossary', () => {
    const metrics = filesIn('server').flatMap((path) => metricsIn(path, read(path)));
    expect(metrics.length).toBeGreaterThan(15);
    expect(metrics.filter((name) => hasPart(name, OF_SERVER))).toEqual([]);
  });

  it('would be found', () => {
    const code = "const all = [gauge('canvas_folds_waiting', help, read), new Counter({ name: 'desks_total', help })];";
    expect(metricsIn('planted.ts', code)).toEqual(['canvas_folds_waiting', 'desks_total']);
  });
});
