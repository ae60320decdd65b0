import { parseSync, Visitor, type ESTree } from 'vite';

/** The title of a test or a group of tests. */
export interface Title {
  readonly file: string;
  readonly words: string;
  readonly isSkipped: boolean;
}

const RUNNERS = new Set(['it', 'test', 'describe']);
const SKIPPED = new Set(['skip', 'todo']);

/** Returns `it.skip.each(rows)` as `['it', 'skip', 'each']`; empty for any other call. */
function namesOf(callee: ESTree.Expression): readonly string[] {
  switch (callee.type) {
    case 'Identifier':
      return [callee.name];
    case 'MemberExpression':
      return callee.property.type === 'Identifier' ? [...namesOf(callee.object), callee.property.name] : [];
    case 'CallExpression':
      return namesOf(callee.callee);
    case 'TaggedTemplateExpression':
      return namesOf(callee.tag);
    default:
      return [];
  }
}

function wordsOf(argument: ESTree.Argument | undefined): string | null {
  if (argument?.type === 'Literal') return typeof argument.value === 'string' ? argument.value : null;
  if (argument?.type !== 'TemplateLiteral') return null;
  return argument.quasis.map(({ value }) => value.cooked ?? value.raw).join('…');
}

/** The titles of a test file, read from its calls of `it`, `test` and `describe`, not from its comments. */
export function readTitles(file: string, code: string): readonly Title[] {
  const titles: Title[] = [];
  const visitor = new Visitor({
    CallExpression({ callee, arguments: [first] }) {
      const [runner, ...manners] = namesOf(callee);
      const words = wordsOf(first);
      if (runner === undefined || !RUNNERS.has(runner) || words === null) return;
      titles.push({ file, words, isSkipped: manners.some((manner) => SKIPPED.has(manner)) });
    },
  });
  visitor.visit(parseSync(file, code).program);
  return titles;
}
