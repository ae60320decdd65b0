import { readFileSync } from 'node:fs';

const text = readFileSync('docs/ENGINE.md', 'utf8');

/**
 * The document's code blocks of a language as one program, every line where it is in the document, so that what is said
 * about line 12 is about line 12 there. `count`: how many blocks from the top; all by default.
 */
export function programOf(language: 'ts' | 'tsx', count = Infinity): string {
  let blocks = 0;
  let isInside = false;
  return text
    .split('\n')
    .map((line) => {
      if (isInside && line === '```') isInside = false;
      else if (isInside) return line;
      else if (line === `\`\`\`${language}`) isInside = ++blocks <= count;
      return '';
    })
    .join('\n');
}
