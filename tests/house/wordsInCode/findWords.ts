import { parseSync, Visitor, type ESTree } from 'vite';

/** Attributes whose text a person sees or hears; `label` is the one of our own components. */
const SPEAKING = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
  'label',
  'placeholder',
  'title',
]);
const LETTER = /\p{L}/u;
const HANGUL = /\p{Script=Hangul}/u;

const spell = ({ quasis }: ESTree.TemplateLiteral): string =>
  quasis.map(({ value }) => value.cooked ?? value.raw).join('…');

/** The texts that an expression may evaluate to, as far as they are literals in it. */
function textsOf(expression: ESTree.Expression | ESTree.JSXEmptyExpression): readonly string[] {
  switch (expression.type) {
    case 'Literal':
      return typeof expression.value === 'string' ? [expression.value] : [];
    case 'TemplateLiteral':
      return [spell(expression)];
    case 'ConditionalExpression':
      return [...textsOf(expression.consequent), ...textsOf(expression.alternate)];
    case 'LogicalExpression':
      // The left side of && shows only its falsy value.
      return [...(expression.operator === '&&' ? [] : textsOf(expression.left)), ...textsOf(expression.right)];
    case 'BinaryExpression':
      return expression.operator === '+' ? [...textsOf(expression.left), ...textsOf(expression.right)] : [];
    case 'ParenthesizedExpression':
      return textsOf(expression.expression);
    default:
      return [];
  }
}

const textsOfChild = (child: ESTree.JSXChild): readonly string[] => {
  if (child.type === 'JSXText') return [child.value];
  return child.type === 'JSXExpressionContainer' ? textsOf(child.expression) : [];
};

const textsOfValue = (value: ESTree.JSXAttributeValue | null): readonly string[] => {
  if (value?.type === 'Literal') return [value.value];
  return value?.type === 'JSXExpressionContainer' ? textsOf(value.expression) : [];
};

/**
 * The words that a file contains instead of a key: letters among the children of an element, in a spoken attribute or drawn on a canvas,
 * and Hangul in any text.
 */
export function findWords(file: string, code: string): readonly string[] {
  const found = new Set<string>();
  const keep = (texts: readonly string[]): void => {
    for (const text of texts) if (LETTER.test(text)) found.add(text.trim());
  };
  const keepHangul = (text: string): void => {
    if (HANGUL.test(text)) found.add(text.trim());
  };
  const visitor = new Visitor({
    JSXElement: ({ children }) => keep(children.flatMap(textsOfChild)),
    JSXFragment: ({ children }) => keep(children.flatMap(textsOfChild)),
    JSXAttribute({ name, value }) {
      if (name.type === 'JSXIdentifier' && SPEAKING.has(name.name)) keep(textsOfValue(value));
    },
    CallExpression({ callee, arguments: [first] }) {
      const isDrawn =
        callee.type === 'MemberExpression' &&
        callee.property.type === 'Identifier' &&
        ['fillText', 'strokeText'].includes(callee.property.name);
      if (isDrawn && first && first.type !== 'SpreadElement') keep(textsOf(first));
    },
    Literal({ value }) {
      if (typeof value === 'string') keepHangul(value);
    },
    TemplateLiteral: (template) => keepHangul(spell(template)),
  });
  visitor.visit(parseSync(file, code).program);
  return [...found];
}
