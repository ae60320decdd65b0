import type { PromptPart } from './ports';

/** The words of a request as one prompt, for engines that take no picture without words. */
export function promptIn(parts: readonly PromptPart[]): string {
  const words = parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n');
  return words === '' ? 'A new picture in the spirit of this one' : words;
}
