import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Change, Editor } from '../../../engine';
import { announce } from '../../../ui/live/announce';
import { kindWord, nodeName } from '../accessible/nodeName';

/** Says what an edit by the person did, whichever way it was made; and warns of a refused connection (CONN-3). */
export function useEditorAnnouncements(editor: Editor): void {
  const { t } = useTranslation();

  useEffect(() => {
    const nameOf = (nodeId: string): string => {
      const node = editor.document.node(nodeId);
      return node ? nodeName(node, '', t) : '';
    };
    const tell = (changes: readonly Change[]): void => {
      const added = changes.find(({ type }) => type === 'addNode');
      const piped = changes.find(({ type }) => type === 'addEdge');
      if (added?.type === 'addNode') announce('live.added', { kind: kindWord(added.node.type, t) });
      else if (piped?.type === 'addEdge') {
        const { source, target } = piped.edge;
        announce('live.connected', { from: nameOf(source), to: nameOf(target) });
      } else if (changes.some(({ type }) => type === 'removeNode' || type === 'removeEdge')) announce('live.deleted');
    };
    return editor.subscribe((event) => {
      if (event.type === 'document' && event.origin === 'user') tell(event.changes);
      // Logged, and nothing shown (CONN-3).
      if (event.type === 'refused') console.warn('Invalid connection');
    });
  }, [editor, t]);
}
