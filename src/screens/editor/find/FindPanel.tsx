import { when } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { bindAction, FIND_ACTIONS, type FindAction, type FindTarget } from '../../../actions';
import { promptOf } from '../../../engine';
import { isComposing } from '../../../engine/konva';
import type { FlowStore } from '../../../stores/flow/FlowStore';
import { FindStore } from '../../../stores/flow/FindStore';
import { ActionButton } from '../../../ui/ActionButton';
import { ActionTool } from '../../../ui/ActionTool';
import { CloseButton } from '../../../ui/CloseButton';
import { closeByKey } from '../../../ui/closeByKey';
import { IconButton } from '../../../ui/IconButton';
import { announce } from '../../../ui/live/announce';
import { useDisposable } from '../../useDisposable';
import { nodeName } from '../accessible/nodeName';
import { wordMatch, nodeWords } from '../commandBar/wordMatch';
import { pressAction } from '../../../ui/pressAction';
import { useActionKeys } from '../tool/useActionKeys';
import styles from './FindPanel.module.css';

interface FindPanelProps {
  readonly flow: FlowStore;
  /** Receives the ids of the hits, for the canvas. */
  readonly marks: Set<string>;
  /** Raised each time the search is opened again, so that the field takes the focus. */
  readonly asked: number;
  /** Called with the node of the last hit. */
  readonly onClose: (nodeId: string | null) => void;
}

/**
 * Finds words on the canvas, steps through the hits and replaces words; the canvas stays usable beside it. Its code comes
 * with the editor: what is typed right after its key would act on the canvas while the code is loaded.
 */
export const FindPanel = observer(function FindPanel({ flow, marks, asked, onClose }: FindPanelProps) {
  const { t } = useTranslation();
  const { editor } = flow;
  const field = useRef<HTMLInputElement>(null);
  const find = useDisposable(() => new FindStore(editor, marks));
  const [query, setQuery] = useState('');
  const [by, setBy] = useState('');
  const [isReplacing, setIsReplacing] = useState(false);
  const [told, setTold] = useState('');

  useEffect(() => field.current?.select(), [asked]);
  useEffect(
    () =>
      editor.subscribe(({ type }) => {
        // The replacement that the sentence is about may be undone.
        if (type === 'step') setTold('');
      }),
    [editor],
  );
  const stopWaiting = useRef<() => void>(undefined);
  useEffect(() => () => stopWaiting.current?.(), [query]);
  useEffect(() => {
    if (query.trim() === '') {
      find.search(null);
      return;
    }
    const match = wordMatch(query);
    find.search((node) => {
      const state = editor.runs.get(node.id)?.state ?? 'none';
      const words = nodeWords(editor, node, state === 'note' ? 'none' : state, t);
      return words.some((text) => text !== '' && match(text) !== null);
    });
  }, [find, editor, query, t]);

  const target = useMemo((): FindTarget => {
    const go = (step: 1 | -1): void => {
      const id = find.go(step);
      const node = editor.document.node(id ?? '');
      if (!node) return;
      // A card in a folded frame is found at the frame.
      const shownId = editor.scene.folds.shownIdFor(node.id);
      editor.select({ nodes: new Set([shownId]) });
      editor.flyTo([shownId]);
      const name = nodeName(editor.document.kinds, node, promptOf(editor.document, node), t);
      announce('find.at', { name, position: find.position, count: find.count });
    };
    const tell = (places: number): void =>
      setTold(places > 0 ? t('find.replaced', { count: places }) : t('find.notThere'));
    return {
      get count() {
        return find.count;
      },
      get isReading() {
        return find.isReading;
      },
      go: (step) => {
        setTold('');
        go(step);
      },
      replaceHere: () => {
        // The first press only shows what the next one changes.
        if (find.currentId !== null) tell(find.replaceHere(query, by));
        go(1);
      },
      replaceAll: () => void find.replaceAll(query, by).then(({ places }) => tell(places)),
    };
  }, [find, editor, query, by, t]);

  const tools = useMemo(() => {
    const { next, previous } = FIND_ACTIONS;
    return { next: bindAction(next, target), previous: bindAction(previous, target) };
  }, [target]);
  useActionKeys(useMemo(() => Object.values(tools), [tools]));
  const close = (): void => onClose(find.currentId);
  const enter = (action: FindAction) => (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return;
    event.preventDefault();
    const meant = event.shiftKey ? FIND_ACTIONS.previous : action;
    stopWaiting.current?.();
    // Enter may come before the first node of a large canvas is found; it takes effect then.
    stopWaiting.current = when(
      () => target.count > 0 || !target.isReading,
      () => {
        if (query.trim() !== '') pressAction(meant, target);
      },
    );
  };
  const { count, isReading, position } = find;
  const counted = (): string => {
    if (query.trim() === '') return '';
    if (isReading) return t('find.soFar', { count });
    if (count === 0) return t('find.none');
    return position > 0 ? t('find.of', { position, count }) : t('find.found', { count });
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes, from wherever in it
    <div
      role="search"
      className={styles.panel}
      aria-label={t('find.open')}
      data-testid="find"
      onKeyDown={(event) => closeByKey(event, close)}
    >
      <div className={styles.row}>
        <IconButton
          icon="chevron"
          label={t('find.showReplace')}
          aria-expanded={isReplacing}
          className={styles.fold}
          onClick={() => setIsReplacing((isShown) => !isShown)}
        />
        <span className={styles.field}>
          <input
            ref={field}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was opened to be typed into
            autoFocus
            type="text"
            enterKeyHint="search"
            autoComplete="off"
            spellCheck={false}
            aria-label={t('find.words')}
            placeholder={t('find.words')}
            value={query}
            onChange={({ currentTarget }) => {
              setQuery(currentTarget.value);
              setTold('');
            }}
            onKeyDown={enter(FIND_ACTIONS.next)}
          />
          <span className={styles.count} aria-hidden="true" data-testid="find-count">
            {counted()}
          </span>
        </span>
        <ActionTool flow={flow} action={tools.previous} icon="chevron" className={styles.previous} />
        <ActionTool flow={flow} action={tools.next} icon="chevron" />
        <CloseButton onClose={close} />
      </div>
      {isReplacing && (
        <div className={styles.row}>
          <span className={styles.field}>
            <input
              type="text"
              autoComplete="off"
              spellCheck={false}
              aria-label={t('find.replaceWith')}
              placeholder={t('find.replaceWith')}
              value={by}
              onChange={({ currentTarget }) => setBy(currentTarget.value)}
              onKeyDown={enter(FIND_ACTIONS.replace)}
            />
          </span>
          <ActionButton className={styles.replace} action={FIND_ACTIONS.replace} target={target} />
          <ActionButton className={styles.replace} action={FIND_ACTIONS.replaceAll} target={target} />
        </div>
      )}
      <p role="status" className={told === '' ? 'visually-hidden' : styles.told}>
        {told === '' && !isReading ? counted() : told}
      </p>
    </div>
  );
});
