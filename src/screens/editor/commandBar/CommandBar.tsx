import type { ParseKeys } from 'i18next';
import { useId, useMemo, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ADD_NODE, ADD_NOTE, allActions, walk, type ActionTargets } from '../../../actions';
import { FLOW_NAMES } from '../../../engine';
import { isComposing } from '../../../engine/konva';
import { Icon } from '../../../ui/Icon';
import { notify } from '../../../ui/toasts/notify';
import { useModalDialog } from '../../../ui/Modal';
import { kindWord } from '../accessible/nodeName';
import { panelItems } from '../palette/paletteItems';
import { shownKeys, actionLabel } from '../../../ui/actionKeys';
import styles from './CommandBar.module.css';
import type { AddZone } from './useAddZone';
import { FOUND_MAX, useFoundNodes } from './useFoundNodes';
import { wordsMatch } from './wordMatch';

interface Entry {
  readonly key: string;
  readonly group: 'actions' | 'add' | 'nodes';
  readonly label: string;
  readonly keys?: string;
  /** Why it cannot run now. */
  readonly whyNot: ParseKeys | null;
  readonly choose: () => void;
}

interface CommandBarProps {
  readonly targets: ActionTargets;
  readonly zone: AddZone;
  /** Takes the view and the focus to a node. */
  readonly goTo: (nodeId: string) => void;
  readonly onClose: () => void;
  /** Only what can be added is listed. */
  readonly isAdding?: boolean;
}

const GROUPS = ['actions', 'add', 'nodes'] as const;
const ADDING = ['add'] as const;

/**
 * One field for all that can be done, added and found: a list that narrows while one types. Its code comes with the
 * editor: what is typed right after its key would act on the canvas while the code is loaded.
 */
export function CommandBar({ targets, zone, goTo, onClose, isAdding = false }: CommandBarProps) {
  const { t } = useTranslation();
  const dialog = useModalDialog(onClose);
  const listId = useId();
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState(0);
  const { editor, nodeOf, at: place } = targets;
  const { kinds } = editor.document;
  const workOf = useMemo(() => (nodeId: string) => nodeOf(nodeId)?.work ?? 'none', [nodeOf]);
  const nodes = useFoundNodes(editor, isAdding ? '' : query, workOf);

  const fixed = useMemo((): readonly Entry[] => {
    const actions = allActions(targets).map((action): Entry => {
      return {
        key: action.id,
        group: action.id === ADD_NOTE.id ? 'add' : 'actions',
        label: actionLabel(t, action.words, action.detail?.(null)),
        keys: shownKeys(action),
        whyNot: action.whyNot(null),
        choose: () => action.run(null),
      };
    });
    const items = FLOW_NAMES.flatMap((panel) => panelItems(kinds, panel, zone.models));
    const added = items
      .filter(({ isAvailable }) => isAvailable)
      .map((item): Entry => {
        const kind = kindWord(kinds, item.nodeType, t);
        return {
          key: `add ${item.id}`,
          group: 'add',
          label: t('commandBar.addNode', { name: item.model === null ? kind : `${kind}, ${item.model}` }),
          whyNot: null,
          choose: () => ADD_NODE.run(() => zone.focus(zone.add(item, place))),
        };
      });
    return [...actions, ...added];
  }, [targets, zone, kinds, place, t]);

  const entries = useMemo((): readonly Entry[] => {
    const match = wordsMatch(query);
    const ranked = fixed
      .flatMap((entry) => {
        const rank = match(entry.label);
        return rank === null ? [] : [{ entry, rank: rank + (entry.whyNot === null ? 0 : 100) }];
      })
      .toSorted((one, other) => one.rank - other.rank)
      .map(({ entry }) => entry);
    const found = nodes.map(({ id, name }): Entry => ({
      key: `node ${id}`,
      group: 'nodes',
      label: name,
      whyNot: null,
      choose: () => goTo(id),
    }));
    return (isAdding ? ADDING : GROUPS).flatMap((group) =>
      [...ranked, ...found].filter((entry) => entry.group === group),
    );
  }, [fixed, nodes, query, goTo, isAdding]);

  const at = Math.min(chosen, entries.length - 1);
  const choose = (entry: Entry | undefined): void => {
    if (!entry) return;
    if (entry.whyNot !== null) {
      notify({ variant: 'info', titleKey: entry.whyNot });
      return;
    }
    // The dialog gives the focus back as it closes; what is chosen may take it after that.
    onClose();
    window.setTimeout(() => {
      // A text on the canvas gets the focus back: the keys that follow are meant for what was chosen.
      if (editor.editing) zone.focus();
      if (entry.group === 'add') zone.showCanvas();
      entry.choose();
    });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // Enter and arrows belong to the syllable that is being composed.
    if (isComposing(event.nativeEvent)) return;
    const list = { at, count: entries.length, down: 1, page: 8, isRound: true, hasEnds: false, go: setChosen };
    if (event.key === 'Enter') choose(entries[at]);
    else if (!walk(event, list)) return;
    event.preventDefault();
  };
  const label = t(isAdding ? 'commandBar.addOpen' : 'commandBar.open');
  const optionId = (index: number): string => `${listId}-${index}`;
  const count =
    entries.length === 0 ? t('commandBar.nothing', { query }) : t('commandBar.count', { count: entries.length });

  return (
    <dialog {...dialog} className={styles.dialog} aria-label={label} data-testid="command-bar">
      <div className={styles.content}>
        <label className={styles.field}>
          <Icon name="search" />
          <input
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog of one field
            autoFocus
            role="combobox"
            type="text"
            autoComplete="off"
            spellCheck={false}
            aria-label={label}
            aria-expanded="true"
            aria-controls={listId}
            aria-activedescendant={entries.length > 0 ? optionId(at) : undefined}
            placeholder={t(isAdding ? 'commandBar.addPlaceholder' : 'commandBar.placeholder')}
            value={query}
            onChange={({ currentTarget }) => {
              setQuery(currentTarget.value);
              setChosen(0);
            }}
            onKeyDown={onKeyDown}
          />
        </label>
        <div id={listId} role="listbox" aria-label={t('commandBar.results')} className={styles.list}>
          {entries.map((entry, index) => (
            <div key={entry.key} role="presentation">
              {entry.group !== entries[index - 1]?.group && (
                <div role="presentation" className={styles.heading}>
                  {t(`commandBar.${entry.group}`)}
                  {entry.group === 'nodes' &&
                    nodes.length >= FOUND_MAX &&
                    ` · ${t('commandBar.more', { count: FOUND_MAX })}`}
                </div>
              )}
              {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the keys */}
              <div
                ref={index === at ? (option) => option?.scrollIntoView({ block: 'nearest' }) : undefined}
                id={optionId(index)}
                role="option"
                tabIndex={-1}
                aria-selected={index === at}
                aria-disabled={entry.whyNot !== null || undefined}
                title={entry.whyNot === null ? undefined : t(entry.whyNot)}
                className={styles.option}
                data-entry={entry.key}
                onClick={() => choose(entry)}
              >
                <span className={styles.label}>
                  {entry.label}
                  {entry.whyNot !== null && query !== '' && (
                    <small className={styles.why} aria-hidden="true">
                      {t(entry.whyNot)}
                    </small>
                  )}
                </span>
                {entry.keys && (
                  <kbd className={styles.keys} aria-hidden="true">
                    {entry.keys}
                  </kbd>
                )}
              </div>
            </div>
          ))}
        </div>
        <p role="status" className={entries.length === 0 ? styles.nothing : 'visually-hidden'}>
          {count}
        </p>
      </div>
    </dialog>
  );
}
