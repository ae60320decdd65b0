import { observer } from 'mobx-react-lite';
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ADD_NODE, walk } from '../../../actions';
import type { SaveStore } from '../../../stores/sync/SaveStore';
import type { PanelStore, PanelType } from '../../../stores/PanelStore';
import { classNames } from '../../../ui/classNames';
import { CloseButton } from '../../../ui/CloseButton';
import { closeByKey } from '../../../ui/closeByKey';
import { Icon } from '../../../ui/Icon';
import { TextInput } from '../../../ui/TextInput';
import { useMediaQuery, isNarrowWindow } from '../view/useMediaQuery';
import { DragGhost } from './DragGhost';
import { followDrag, type DragView, type DropZone } from './followDrag';
import { PaletteEntry } from './PaletteEntry';
import { kindWord } from '../accessible/nodeName';
import { inputItems, modelItems, writerItems, type PaletteItem } from './paletteItems';
import { PANEL_ID } from './Rail';
import styles from './SidePanel.module.css';

export interface SoonGroup {
  /** Tab index of an entry; undefined leaves it a tab stop like any button. */
  readonly tabIndexOf: (item: PaletteItem) => number | undefined;
  readonly onFocus: (item: PaletteItem) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

const walkSoon = (event: KeyboardEvent<HTMLElement>): void => {
  const entries = Array.from(event.currentTarget.querySelectorAll<HTMLElement>('[data-soon]'));
  const at = entries.findIndex((entry) => entry === document.activeElement);
  const list = { at, count: entries.length, down: 1, go: (index: number) => entries[index]?.focus() };
  if (at >= 0 && walk(event, list)) event.preventDefault();
};

/** The entries that cannot be used yet are one stop for Tab: the arrows up and down, Home and End walk them. */
function useSoonGroup(items: readonly PaletteItem[]): SoonGroup {
  const soon = items.filter(({ isAvailable }) => !isAvailable);
  const [lastId, setLastId] = useState<string | null>(null);
  const stop = soon.find(({ id }) => id === lastId) ?? soon[0];

  return {
    tabIndexOf: (item) => (item.isAvailable ? undefined : item.id === stop?.id ? 0 : -1),
    onFocus: ({ id, isAvailable }) => {
      if (!isAvailable) setLastId(id);
    },
    onKeyDown: walkSoon,
  };
}

const INPUT_WORDS = { text: 'panel.textInputNode', image: 'panel.imageInputNode' } as const;

interface SidePanelProps {
  readonly panel: PanelStore;
  readonly save: SaveStore;
  readonly zone: DropZone;
}

interface OpenPanelProps extends SidePanelProps {
  readonly type: PanelType;
}

const OpenPanel = observer(function OpenPanel({ panel, save, type, zone }: OpenPanelProps) {
  const { t } = useTranslation();
  const root = useRef<HTMLElement>(null);
  const ghost = useRef<DragView<PaletteItem>>(null);
  const [isDragging, setIsDragging] = useState(false);
  const hint = t(useMediaQuery('(pointer: coarse)') ? 'panel.touchHint' : ADD_NODE.words);

  const inputs = inputItems(zone.kinds, type);
  const nameOf = (item: PaletteItem): string => {
    const { model, panel: of, nodeType } = item;
    if (model !== null) return model;
    const isInput = inputs.some((input) => input.nodeType === nodeType);
    return isInput && (of === 'text' || of === 'image') ? t(INPUT_WORDS[of]) : kindWord(zone.kinds, nodeType, t);
  };
  const models = [...writerItems(zone.kinds, type, zone.models), ...modelItems(zone.kinds, type, zone.models.names)];
  const sections = [
    { id: 'input', title: inputs[0] ? nameOf(inputs[0]) : '', items: inputs },
    { id: 'models', title: t(`flows.${type}.models`), items: models },
  ]
    .map((section) => ({ ...section, items: section.items.filter((item) => panel.matches(nameOf(item))) }))
    .filter(({ items }) => items.length > 0);

  const soon = useSoonGroup(sections.flatMap(({ items }) => items));

  // It may be opened from anywhere, as by the command bar, and other buttons lie between the rail's button and it.
  useLayoutEffect(() => {
    const opened = root.current;
    opened?.focus({ preventScroll: true });
    return () => {
      if (opened?.contains(document.activeElement)) {
        document.querySelector<HTMLElement>(`[data-rail="${type}"]`)?.focus();
      }
    };
  }, [type]);

  // A panel that covers the canvas makes way for the node that came out of it.
  const makeWay = (isAdded: boolean): boolean => {
    if (isAdded && isNarrowWindow()) {
      panel.close();
      zone.focus();
    }
    return isAdded;
  };
  const addition: DropZone = {
    ...zone,
    drop: (item, clientX, clientY) => makeWay(zone.drop(item, clientX, clientY)),
    add: (item) => {
      const nodeId = zone.add(item);
      makeWay(nodeId !== null);
      return nodeId;
    },
  };
  const add = (item: PaletteItem, isByKey: boolean): void => {
    const nodeId = addition.add(item);
    // A person who adds by keys continues at the node; a pointer may go anywhere.
    if (nodeId !== null && isByKey) zone.focus(nodeId);
  };

  const close = (): void => panel.close();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes, from wherever in it
    <aside
      ref={root}
      id={PANEL_ID}
      tabIndex={-1}
      data-first=""
      className={classNames(styles.panel, isDragging && styles.dragging, !save.isCalm && styles.underWords)}
      aria-label={t('panel.label')}
      data-panel={type}
      onKeyDown={(event) => closeByKey(event, close)}
    >
      <div className={styles.head}>
        <div className={styles.search}>
          <span className={styles.searchSign}>
            <Icon name="search" size={18} />
          </span>
          <TextInput
            type="search"
            label={t(`flows.${type}.search`)}
            placeholder={t(`flows.${type}.search`)}
            className={styles.searchInput}
            value={panel.search}
            onChange={(event) => panel.setSearch(event.currentTarget.value)}
          />
        </div>
        <CloseButton onClose={close} />
      </div>
      <div className={styles.list}>
        {sections.map(({ id, title, items }) => (
          <section key={id} className={styles.section} aria-labelledby={`${PANEL_ID}-${id}`}>
            <h2 id={`${PANEL_ID}-${id}`} className={styles.title}>
              {title}
            </h2>
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- walks the entries in it */}
            <ul className={styles.items} onKeyDown={soon.onKeyDown}>
              {items.map((item) => (
                <li key={item.id}>
                  <PaletteEntry
                    item={item}
                    name={nameOf(item)}
                    hint={hint}
                    tabIndex={soon.tabIndexOf(item)}
                    onFocus={() => soon.onFocus(item)}
                    onAdd={(isByKey) => add(item, isByKey)}
                    onPress={(press, entry) => ghost.current && followDrag(press, entry, item, addition, ghost.current)}
                  />
                </li>
              ))}
            </ul>
          </section>
        ))}
        {/* This region exists before it speaks, or a screen reader would not hear it. */}
        <p role="status" className={styles.noMatch}>
          {sections.length === 0 && t('panel.noMatch', { query: panel.search })}
        </p>
      </div>
      <p className={styles.hint}>{hint}</p>
      <DragGhost
        ref={ghost}
        sizeOf={({ nodeType }: PaletteItem) => zone.kinds.newSizeOf(nodeType)}
        zoom={() => zone.zoom()}
        onDragging={setIsDragging}
      >
        {(item) => (
          <span className={styles.ghost}>
            <Icon name={item.panel} size={16} />
            {nameOf(item)}
          </span>
        )}
      </DragGhost>
    </aside>
  );
});

/** The palette of one type with its search; nothing while the panel is closed. */
export const SidePanel = observer(function SidePanel(props: SidePanelProps) {
  const { openType } = props.panel;
  return openType && <OpenPanel key={openType} {...props} type={openType} />;
});
