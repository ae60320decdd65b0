import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { NodeWork } from '../../../actions';
import type { Editor } from '../../../engine';
import { nodeName } from '../accessible/nodeName';
import { wordMatch, nodeWords } from './wordMatch';
import { HALF_FRAME_MS } from '../../../time';

/** Nobody reads more than this many; a longer list means that the query is too short. */
export const FOUND_MAX = 50;

export interface FoundNode {
  readonly id: string;
  readonly name: string;
}

interface FoundNodes {
  readonly query: string;
  readonly nodes: readonly FoundNode[];
}

const NOTHING: FoundNodes = { query: '', nodes: [] };

/**
 * The nodes that a query finds, in the order of the list, as far as they have been looked at: a canvas of any size is
 * searched in short tasks. Empty for an empty query.
 */
export function useFoundNodes(
  editor: Editor,
  query: string,
  workOf: (nodeId: string) => NodeWork,
): readonly FoundNode[] {
  const { t } = useTranslation();
  const [found, setFound] = useState<FoundNodes>(NOTHING);

  useEffect(() => {
    if (query.trim() === '') return undefined;
    const match = wordMatch(query);
    const rest = editor.document.allNodes().values();
    const hits: FoundNode[] = [];
    let timer = 0;
    const search = (): void => {
      const end = performance.now() + HALF_FRAME_MS;
      while (performance.now() < end && hits.length < FOUND_MAX) {
        const { value: node, done } = rest.next();
        if (done === true || !node) {
          setFound({ query, nodes: hits });
          return;
        }
        const words = nodeWords(editor, node, workOf(node.id), t);
        if (words.some((text) => match(text) !== null))
          hits.push({ id: node.id, name: nodeName(editor.document.kinds, node, words[0] ?? '', t) });
      }
      setFound({ query, nodes: [...hits] });
      if (hits.length < FOUND_MAX) timer = window.setTimeout(search);
    };
    timer = window.setTimeout(search);
    return () => window.clearTimeout(timer);
  }, [editor, query, workOf, t]);

  // The result of an earlier query would mislead until the first task has run.
  return found.query === query ? found.nodes : NOTHING.nodes;
}
