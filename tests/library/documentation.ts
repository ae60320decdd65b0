import { readFileSync } from 'node:fs';

const text = readFileSync('docs/ENGINE.md', 'utf8');

/**
 * Returns the document's code blocks of a language as one program with unchanged line numbers, so that an error in line 12 is in line 12 of
 * the document. `count`: number of blocks from the top; all by default.
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
