import { useRef, useState, type FocusEvent, type KeyboardEvent, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { NAME_MAX, type Version } from '../../../api/contract';
import type { Snapshot } from '../../../engine';
import { relativeTime } from '../../../i18n/relativeTime';
import { Button } from '../../../ui/Button';
import { classNames } from '../../../ui/classNames';
import { IconButton } from '../../../ui/IconButton';
import styles from './VersionEntry.module.css';
import { isKept, versionName } from './versionName';
import { VersionPicture } from './VersionPicture';

interface VersionEntryProps {
  readonly version: Version;
  readonly now: Date;
  readonly isLooked: boolean;
  /** Nothing can be done to it just now but to look. */
  readonly isOff: boolean;
  readonly snapshot: (signal: AbortSignal) => Promise<Snapshot>;
  readonly onLook: () => void;
  readonly onRename: (name: string) => Promise<void>;
  readonly onDelete: () => Promise<void>;
}

/** The person has just asked for this. */
const focus = (element: HTMLElement | null): void => element?.focus();

/** Neither the sheet nor the canvas is meant. */
function takeKey(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

/** One moment of the past: how it looked, when it was, and what can be done about it. */
export function VersionEntry({
  version,
  now,
  isLooked,
  isOff,
  snapshot,
  onLook,
  onRename,
  onDelete,
}: VersionEntryProps) {
  const { t, i18n } = useTranslation();
  const [mode, setMode] = useState<'plain' | 'naming' | 'deleting'>('plain');
  const nameButton = useRef<HTMLButtonElement>(null);
  const deleteButton = useRef<HTMLButtonElement>(null);
  // Taking the field away blurs it, which must not keep the name a second time or undo an Escape.
  const isNaming = useRef(false);
  const name = versionName(version, t);
  const when = relativeTime(version.createdAt, now, t);

  /** Back to the button it began at. */
  const leave = (button: RefObject<HTMLButtonElement | null>): void => {
    isNaming.current = false;
    setMode('plain');
    requestAnimationFrame(() => button.current?.focus());
  };
  const keepName = (typed: string): void => {
    if (!isNaming.current) return;
    isNaming.current = false;
    setMode('plain');
    if (typed.trim() !== version.name) void onRename(typed.trim());
  };
  const onFieldKey = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
    takeKey(event);
    if (event.key === 'Enter') keepName(event.currentTarget.value);
    leave(nameButton);
  };
  const onQuestionKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    takeKey(event);
    leave(deleteButton);
  };

  return (
    <li className={classNames(styles.entry, isLooked && styles.isLooked)} data-version-id={version.id}>
      <button
        type="button"
        className={styles.look}
        aria-label={t('history.look', { name, when })}
        aria-pressed={isLooked}
        onClick={onLook}
      >
        <VersionPicture snapshot={snapshot} />
      </button>
      <div className={styles.facts}>
        {mode === 'naming' ? (
          <input
            className={styles.field}
            aria-label={t('history.name')}
            defaultValue={version.name}
            placeholder={name}
            maxLength={NAME_MAX}
            ref={focus}
            onBlur={(event: FocusEvent<HTMLInputElement>) => keepName(event.currentTarget.value)}
            onKeyDown={onFieldKey}
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
          <div className={styles.question} role="group" aria-label={t('history.deleteQuestion')}>
            <span>{t('history.deleteQuestion')}</span>
            <Button ref={focus} onClick={() => leave(deleteButton)} onKeyDown={onQuestionKey}>
              {t('deleteModal.cancel')}
            </Button>
            <Button look="danger" disabled={isOff} onClick={() => void onDelete()} onKeyDown={onQuestionKey}>
              {t('deleteModal.delete')}
            </Button>
          </div>
        )}
      </div>
      {mode !== 'deleting' && (
        <div className={styles.actions}>
          <IconButton
            ref={nameButton}
            icon="rename"
            label={t('history.rename', { name, when })}
            disabled={isOff}
            onClick={() => {
              isNaming.current = true;
              setMode('naming');
            }}
          />
          <IconButton
            ref={deleteButton}
            icon="trash"
            label={t('history.delete', { name, when })}
            disabled={isOff}
            onClick={() => setMode('deleting')}
          />
        </div>
      )}
    </li>
  );
}
