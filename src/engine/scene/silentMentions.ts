import { mentionsIn } from '../document/mentions';
import type { GraphDocument } from '../document/GraphDocument';
import { sourcesOf } from '../runs/requestItems';
import { sentTo } from './mentioned';

/** Ids of the texts that mention something which is no part of a request with them, each once: a mention of it says nothing there. */
export function silentMentions(document: GraphDocument, imageIds: Iterable<string>): readonly string[] {
  const texts = new Set<string>();
  for (const imageId of imageIds) {
    let sent: ReadonlySet<string> | undefined;
    for (const { id, type, data } of sourcesOf(document, imageId)) {
      if (document.kinds.of(type)?.mentions !== true || typeof data.value !== 'string') continue;
      for (const mentioned of mentionsIn(data.value)) {
        sent ??= new Set(sentTo(document, imageId));
        if (mentioned === id || !sent.has(mentioned)) texts.add(id);
      }
    }
  }
  return [...texts];
}
