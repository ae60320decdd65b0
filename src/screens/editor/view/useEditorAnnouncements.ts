import type { TFunction } from 'i18next';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { nodeMode, promptOf, type Change, type Editor, type EditorEvent } from '../../../engine';
import { FAILURE_NOTICE_MS } from '../../../stores/Notice';
import { announce, say } from '../../../ui/live/announce';
import { notify } from '../../../ui/toasts/notify';
import { kindWord, nodeName } from '../accessible/nodeName';
import { tellRows } from '../accessible/tellRows';
import { eventWords } from './eventWords';

type BookmarkEvent = Extract<EditorEvent, { readonly type: 'bookmark' }>;

/** Announces that nodes were put into a mode, or out of it; returns whether this was the change. */
function tellMode(editor: Editor, changes: readonly Change[]): boolean {
  const ids = changes.flatMap((change) => (change.type === 'setData' && 'mode' in change.data ? [change.id] : []));
  const node = editor.document.node(ids[0] ?? '');
  if (!node) return false;
  announce(`wired.${nodeMode(node) ?? 'modeEnded'}`, { count: ids.length });
  return true;
}

/** Announces a change of several edges; returns whether there were several. */
function tellEdges(changes: readonly Change[], nameOf: (nodeId: string) => string): boolean {
  const added = changes.flatMap((change) => (change.type === 'addEdge' ? [change.edge] : []));
  const gone = changes.filter(({ type }) => type === 'removeEdge').length;
  const [first, second] = added;
  if (changes.some(({ type }) => type === 'addNode' || type === 'removeNode')) return false;
  if (!first && gone > 0) announce('wired.cut', { count: gone });
  else if (first && first.target === second?.source) announce('wired.inserted', { name: nameOf(first.target) });
  else if (first && second && first.target === second.target)
    announce('wired.joined', { count: added.length, name: nameOf(first.target) });
  else if (first && second) announce('wired.joined', { count: added.length, name: nameOf(first.source) });
  else return false;
  return true;
}

/** Shows that there is no bookmark to visit, or that one was replaced, which can be restored. */
function showBookmark({ bookmarks }: Editor, { did, number, before }: BookmarkEvent, t: TFunction): void {
  if (did === 'missing') notify({ variant: 'info', titleKey: 'bookmarks.missing' });
  if (did !== 'replaced') return;
  const takeBack = (): void => {
    bookmarks.set(number, before);
    announce('bookmarks.back');
  };
  const description = t('bookmarks.replaced', { place: number });
  notify({
    variant: 'default',
    titleKey: 'bookmarks.replacedTitle',
    description,
    answer: { words: 'bookmarks.takeBack', run: takeBack },
  });
}

/** Announces the person's edits, however they were made, and warns of a refused connection (CONN-3). */
export function useEditorAnnouncements(editor: Editor): void {
  const { t } = useTranslation();

  useEffect(() => {
    const nameOf = (nodeId: string): string => {
      const node = editor.document.node(nodeId);
      return node ? nodeName(editor.document.kinds, node, promptOf(editor.document, node), t) : '';
    };
    const tell = (changes: readonly Change[]): void => {
      if (tellMode(editor, changes) || tellRows(editor, changes, t) || tellEdges(changes, nameOf)) return;
      const added = changes.find(({ type }) => type === 'addNode');
      const folded = changes.find((change) => change.type === 'setData' && 'isFolded' in change.data);
      const piped = changes.find(({ type }) => type === 'addEdge');
      if (added?.type === 'addNode')
        announce('live.added', { kind: kindWord(editor.document.kinds, added.node.type, t) });
      else if (folded?.type === 'setData')
        announce(folded.data.isFolded === true ? 'frames.folded' : 'frames.unfolded');
      else if (piped?.type === 'addEdge') {
        const { source, target } = piped.edge;
        announce('live.connected', { from: nameOf(source), to: nameOf(target) });
      } else if (changes.some(({ type }) => type.startsWith('remove'))) announce('live.deleted');
    };
    return editor.subscribe((event) => {
      if (event.type === 'document' && event.origin === 'user') tell(event.changes);
      const words = eventWords(event, t);
      if (words !== null) say(words);
      if (event.type === 'arranged') {
        const { how, count } = event;
        announce(count > 0 ? 'arrange.done' : 'arrange.nothing', { what: t(`arrange.${how}`), count });
      }
      if (event.type === 'bookmark') showBookmark(editor, event, t);
      // A refusal is logged, and nothing is shown (CONN-3).
      if (event.type === 'refused') console.warn('Invalid connection');
      // Nobody sees which of several nodes were refused.
      if (event.type === 'refused' && event.nodeIds.length > 0) {
        const description = t('wired.refused', { count: event.nodeIds.length });
        notify({ variant: 'info', titleKey: 'wired.someRefused', description, durationMs: FAILURE_NOTICE_MS });
      }
    });
  }, [editor, t]);
}
