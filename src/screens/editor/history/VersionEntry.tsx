import type { TFunction } from 'i18next';
import { useRef, useState, type RefObject, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ANSWER_ACTIONS, bindAction, DIALOG_ACTIONS, VERSION_ACTIONS } from '../../../actions';
import type { Version } from '../../../api/contract';
import type { Snapshot } from '../../../engine';
import type { VersionsStatus } from '../../../stores/versions/VersionsStore';
import { relativeTime } from '../../../i18n/relativeTime';
import { paintTheme } from '../../../theme/paintTheme';
import { useColourMode } from '../../../theme/useColourMode';
import { ActionButton } from '../../../ui/ActionButton';
import { ActionTool } from '../../../ui/ActionTool';
import { classNames } from '../../../ui/classNames';
import { closeByKey } from '../../../ui/closeByKey';
import { focusBack } from '../../../ui/focusBack';
import { NameField } from '../../../ui/NameField';
import { pictureAddresses } from '../../pictureAddresses';
import { useStores } from '../../StoresContext';
import { usePaintWords } from '../stage/usePaintWords';
import { paintVersion } from './paintVersion';
import styles from './VersionEntry.module.css';

interface VersionPictureProps {
  /** Reads the version's canvas, unless it is not wanted any more. */
  readonly snapshot: (signal: AbortSignal) => Promise<Snapshot>;
}

/** 4:3, like the thumbnails of the dashboard; CSS pixels. */
const SIZE = { width: 120, height: 90 };

/** A small picture of a version, painted once from its own canvas while it is in sight. */
function VersionPicture({ snapshot }: VersionPictureProps) {
  const { api } = useStores();
  const mode = useColourMode();
  const theme = useMemo(() => paintTheme(mode), [mode]);
  const words = usePaintWords();
  const canvas = useRef<HTMLCanvasElement>(null);
  const readSnapshot = useRef(snapshot);
  const [isSeen, setIsSeen] = useState(false);
  const [isPainted, setIsPainted] = useState(false);

  useEffect(() => {
    if (!canvas.current) return undefined;
    const observer = new IntersectionObserver((entries) => {
      setIsSeen(entries.at(-1)?.isIntersecting ?? false);
    });
    observer.observe(canvas.current);
    return () => observer.disconnect();
  }, []);

  const isWanted = isSeen || isPainted;
  useEffect(() => {
    if (!isWanted) return undefined;
    const leaving = new AbortController();
    const { signal } = leaving;
    const paint = async (): Promise<void> => {
      const read = await readSnapshot.current(signal);
      if (signal.aborted || !canvas.current) return;
      paintVersion(canvas.current, read, { theme, words, addresses: pictureAddresses(api.files), size: SIZE, signal });
      setIsPainted(true);
    };
    // A version that cannot be read stays blank; opening it says why.
    paint().catch(() => undefined);
    return () => leaving.abort();
  }, [isWanted, theme, words, api]);

  return <canvas ref={canvas} style={SIZE} aria-hidden="true" data-painted={isPainted} />;
}

/** The person's name for a version, or why it was made. */
export const versionName = ({ name, kind }: Version, t: TFunction): string => name || t(`history.${kind}`);

/** True when it stays until the person deletes it. */
const isKept = ({ name, kind }: Version): boolean => kind === 'kept' || name !== '';

interface VersionEntryProps {
  readonly version: Version;
  readonly now: Date;
  readonly isPreviewed: boolean;
  /** Nothing can be done to it but to look while they are not ready. */
  readonly status: VersionsStatus;
  readonly snapshot: (signal: AbortSignal) => Promise<Snapshot>;
  readonly onPreview: () => void;
  readonly onRename: (name: string) => Promise<void>;
  readonly onDelete: () => Promise<void>;
}

/** The person has just asked for this. */
const focus = (element: HTMLElement | null): void => element?.focus();

/** One moment of the past: how it looked, when it was, and what can be done about it. */
export function VersionEntry({
  version,
  now,
  isPreviewed,
  status,
  snapshot,
  onPreview,
  onRename,
  onDelete,
}: VersionEntryProps) {
  const { t, i18n } = useTranslation();
  const [mode, setMode] = useState<'plain' | 'naming' | 'deleting'>('plain');
  const nameButton = useRef<HTMLButtonElement>(null);
  const deleteButton = useRef<HTMLButtonElement>(null);
  const name = versionName(version, t);
  const when = relativeTime(version.createdAt, now, t);

  const leave = (button: RefObject<HTMLButtonElement | null>): void => {
    setMode('plain');
    focusBack(button);
  };
  const keepName = (typed: string | null, isByKey: boolean): void => {
    if (typed !== null) void onRename(typed);
    if (isByKey) leave(nameButton);
    else setMode('plain');
  };

  const target = {
    status,
    rename: () => setMode('naming'),
    remove: () => setMode('deleting'),
  };
  return (
    <li className={classNames(styles.entry, isPreviewed && styles.isPreviewed)} data-version-id={version.id}>
      <button
        type="button"
        className={styles.preview}
        aria-label={t('history.preview', { name, when })}
        aria-pressed={isPreviewed}
        onClick={() => ANSWER_ACTIONS.showVersion.run(onPreview)}
      >
        <VersionPicture snapshot={snapshot} />
      </button>
      <div className={styles.facts}>
        {mode === 'naming' ? (
          <NameField
            className={styles.field}
            label={t('history.name')}
            name={version.name}
            placeholder={name}
            onClose={keepName}
          />
        ) : (
          <span className={styles.name} title={name}>
            {name}
          </span>
        )}
        <time
          className={styles.when}
          dateTime={version.createdAt}
          title={new Date(version.createdAt).toLocaleString(i18n.language)}
        >
          {when}
        </time>
        {isKept(version) && <span className={styles.kept}>{t('history.stays')}</span>}
        {mode === 'deleting' && (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- neither the sheet nor the canvas is meant
          <div
            className={styles.question}
            role="group"
            aria-label={t('history.deleteQuestion')}
            onKeyDown={(event) => closeByKey(event, () => leave(deleteButton))}
          >
            <span>{t('history.deleteQuestion')}</span>
            <ActionButton ref={focus} action={DIALOG_ACTIONS.cancel} target={() => leave(deleteButton)} />
            <ActionButton
              look="danger"
              action={VERSION_ACTIONS.remove}
              target={{ status, remove: () => void onDelete() }}
            />
          </div>
        )}
      </div>
      {mode !== 'deleting' && (
        <div className={styles.actions}>
          <ActionTool
            ref={nameButton}
            action={bindAction(VERSION_ACTIONS.rename, target)}
            icon="rename"
            label={t('history.rename', { name, when })}
          />
          <ActionTool
            ref={deleteButton}
            action={bindAction(VERSION_ACTIONS.remove, target)}
            icon="trash"
            label={t('history.delete', { name, when })}
          />
        </div>
      )}
    </li>
  );
}
