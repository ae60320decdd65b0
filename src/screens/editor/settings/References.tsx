import { observer } from 'mobx-react-lite';
import { useLayoutEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { walk } from '../../../actions';
import { moveReference, numberWords, promptOf, referencesOf, type Reference } from '../../../engine';
import { trackPointer } from '../../../engine/konva';
import type { FlowStore } from '../../../stores/flow/FlowStore';
import { classNames } from '../../../ui/classNames';
import { announce } from '../../../ui/live/announce';
import { nodeName } from '../accessible/nodeName';
import { TakePicture } from '../takes/TakePicture';
import styles from './References.module.css';

/** A move longer than a hand's tremor starts a drag; CSS pixels. */
const DRAG_FROM = 6;

/** Most pictures that are shown of a frame. */
const SHOWN_MAX = 4;

/** A picture, or the pictures of a frame: what is one in the list. */
interface ReferenceGroup {
  /** Place of its first picture among all. */
  readonly place: number;
  readonly nodeId: string;
  readonly urls: readonly string[];
}

function groupsOf(references: readonly Reference[]): readonly ReferenceGroup[] {
  const groups: ReferenceGroup[] = [];
  for (const [place, { nodeId, frameId, url }] of references.entries()) {
    const last = groups.at(-1);
    if (last && frameId !== null && last.nodeId === frameId) {
      groups[groups.length - 1] = { ...last, urls: [...last.urls, url] };
    } else groups.push({ place, nodeId: frameId ?? nodeId, urls: [url] });
  }
  return groups;
}

interface ReferencesProps {
  readonly flow: FlowStore;
  readonly nodeId: string;
  /** Most pictures that the model takes; null when it is not known. */
  readonly most: number | null;
}

/**
 * The pictures that go with a run, numbered as in the request, those of a frame as one. They are reordered by drag, and by the arrows
 * with Alt.
 */
export const References = observer(function References({ flow, nodeId, most }: ReferencesProps) {
  const { t } = useTranslation();
  const list = useRef<HTMLOListElement>(null);
  /** The place over which a picture is dragged. */
  const [target, setTarget] = useState<number | null>(null);
  /** The place that takes the focus once the list has been rendered again. */
  const [focused, setFocused] = useState<{ readonly place: number } | null>(null);
  useLayoutEffect(() => {
    if (focused) list.current?.querySelectorAll('button')[focused.place]?.focus();
  }, [focused]);
  // These pictures depend on nodes further to the left too.
  void flow.version;
  const { editor } = flow;
  const { document } = editor;
  const references = referencesOf(document, nodeId);
  if (references.length === 0) return null;
  const groups = groupsOf(references);
  // The list may have become shorter since the focus was in it.
  const tabStop = Math.min(focused?.place ?? 0, groups.length - 1);

  const move = (from: number, to: number): void => {
    // The list may have changed since it was rendered, during a drag.
    const groups = groupsOf(referencesOf(document, nodeId));
    const changes = moveReference(document, nodeId, groups[from]?.place ?? -1, groups[to]?.place ?? -1);
    if (changes.length === 0) return;
    editor.apply(changes);
    setFocused({ place: to });
    announce('nodeSettings.saidMoved', { place: to + 1, count: groups.length });
  };
  const onKeyDown = (event: KeyboardEvent, place: number): void => {
    const { key, altKey, ctrlKey, metaKey } = event;
    const go = (to: number): void => (altKey ? move(place, to) : setFocused({ place: to }));
    if (!walk({ key, ctrlKey, metaKey }, { at: place, count: groups.length, across: 1, down: 1, go })) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const placeAt = (clientX: number, clientY: number): number => {
    const boxes = Array.from(list.current?.children ?? [], (child) => child.getBoundingClientRect());
    return boxes.findIndex(
      ({ left, right, top, bottom }) => clientX >= left && clientX < right && clientY >= top && clientY < bottom,
    );
  };
  const onPointerDown = ({ nativeEvent, currentTarget }: PointerEvent, from: number): void => {
    let to = from;
    trackPointer(nativeEvent, {
      captor: currentTarget,
      slop: DRAG_FROM,
      onMove({ clientX, clientY }) {
        const place = placeAt(clientX, clientY);
        if (place >= 0) to = place;
        setTarget(to);
      },
      onUp() {
        setTarget(null);
        if (to !== from) move(from, to);
      },
      onCancel: () => setTarget(null),
    });
  };
  const isTooMany = most !== null && references.length > most;
  return (
    <section className={styles.references} aria-label={t('nodeSettings.references')}>
      <h3 className={styles.label}>{t('nodeSettings.references')}</h3>
      <ol ref={list} className={styles.list}>
        {groups.map(({ nodeId: sourceId, place: before, urls }, place) => {
          const source = document.node(sourceId);
          const name = source ? nodeName(document.kinds, source, promptOf(document, source), t) : '';
          const isLeftOut = most !== null && before + urls.length > most;
          const number = numberWords({ number: before + 1, last: before + urls.length });
          const label = t('nodeSettings.reference', { number, name });
          return (
            // oxlint-disable-next-line react/no-array-index-key -- the same picture may come twice
            <li key={`${sourceId} ${place}`}>
              <button
                type="button"
                className={classNames(styles.reference, isLeftOut && styles.leftOut, target === place && styles.target)}
                aria-label={isLeftOut ? t('nodeSettings.leftOut', { name: label }) : label}
                title={label}
                aria-keyshortcuts="Alt+ArrowLeft Alt+ArrowRight"
                tabIndex={place === tabStop ? 0 : -1}
                onKeyDown={(event) => onKeyDown(event, place)}
                onPointerDown={(event) => onPointerDown(event, place)}
              >
                <span className={styles.pictures} data-count={Math.min(urls.length, SHOWN_MAX)}>
                  {urls.slice(0, SHOWN_MAX).map((url, at) => (
                    // oxlint-disable-next-line react/no-array-index-key -- the same picture may come twice
                    <TakePicture key={`${url} ${at}`} url={url} size={256} alt="" />
                  ))}
                </span>
                <span className={styles.number}>{number}</span>
              </button>
            </li>
          );
        })}
      </ol>
      {isTooMany && <p role="status">{t('nodeSettings.tooMany', { count: most })}</p>}
      {groups.length > 1 && (
        <p>
          {t('nodeSettings.order')} <span className={styles.keys}>{t('nodeSettings.orderKeys')}</span>
        </p>
      )}
    </section>
  );
});
