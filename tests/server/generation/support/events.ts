import type { ImageEvent } from '../../../../src/api/contractStream';

/** The events of a whole stream, in their order; comments are left out. */
export function eventsIn(body: string): ImageEvent[] {
  return body
    .split('\n\n')
    .filter((block) => block.startsWith('data:'))
    .map((block): ImageEvent => JSON.parse(block.slice('data:'.length)));
}
