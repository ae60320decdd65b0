import { observer } from 'mobx-react-lite';
import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { type Version, NAME_MAX } from '../../../api/contract';
import { LONG_NOTICE_MS } from '../../../stores/Notice';
import type { VersionOutcome, VersionsStore } from '../../../stores/versions/VersionsStore';
import { Button } from '../../../ui/Button';
import { classNames } from '../../../ui/classNames';
import { CloseButton } from '../../../ui/CloseButton';
import { useModalDialog } from '../../../ui/Modal';
import { notify } from '../../../ui/toasts/notify';
import { TextInput } from '../../../ui/TextInput';
import styles from './HistorySheet.module.css';
import { Timeline } from './Timeline';
import { VersionPreview } from './VersionPreview';

interface KeepFormProps {
  readonly isOff: boolean;
  /** Keeps what is on the canvas now; false leaves the name standing for another try. */
  readonly onKeep: (name: string) => Promise<boolean>;
}

/** A version of the present, with a name or without one. */
function KeepForm({ isOff, onKeep }: KeepFormProps) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    // A name that is typed meanwhile is that of the next one.
    if (!isOff && (await onKeep(name.trim()))) setName((typed) => (typed === name ? '' : typed));
  };
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <TextInput
        label={t('history.keepName')}
        placeholder={t('history.keepName')}
        value={name}
        maxLength={NAME_MAX}
        autoComplete="off"
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" look="primary" disabled={isOff}>
        {t('history.keep')}
      </Button>
    </form>
  );
}

interface HistorySheetProps {
  readonly versions: VersionsStore;
  readonly onClose: () => void;
}

/** Message about the last action. */
type HistoryMessage =
  `history.${'saidKept' | 'saidRestored' | 'saidNamed' | 'saidDeleted' | Exclude<VersionOutcome, 'done'>}`;

/** The project's versions: a timeline at the side, and beside it the version that is shown. */
const HistorySheet = observer(function HistorySheet({ versions, onClose }: HistorySheetProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const closeButton = useRef<HTMLButtonElement>(null);
  const previewedBefore = useRef<number>(null);
  const [previewedId, setPreviewedId] = useState<number | null>(null);
  const previewed = versions.versions.find(({ id }) => id === previewedId) ?? null;
  const [said, setSaid] = useState<HistoryMessage | null>(null);
  const underWay = useRef(new Set<string>());
  // Escape goes back by one step.
  const dialog = useModalDialog(() => (previewed ? setPreviewedId(null) : onClose()));
  const { ref: shown } = dialog;

  useEffect(() => versions.open(), [versions]);

  // The focused element was removed with the shown version: the focus goes back to where it began.
  useEffect(() => {
    const before = previewedBefore.current;
    previewedBefore.current = previewed?.id ?? null;
    if (previewed || before === null) return;
    const entry = shown.current?.querySelector<HTMLElement>(`[data-version-id="${before}"] button`);
    (entry ?? closeButton.current)?.focus();
  }, [previewed, shown]);

  /** Returns whether it was done. */
  const act = async (work: () => Promise<VersionOutcome>, done: HistoryMessage): Promise<boolean> => {
    // The same words a second time would not be read by a screen reader.
    setSaid(null);
    const outcome = await work();
    const isDone = outcome === 'done';
    const message = isDone ? done : (`history.${outcome}` as const);
    // The sheet may have been closed meanwhile.
    if (shown.current) setSaid(message);
    else notify({ variant: isDone ? 'info' : 'destructive', titleKey: message, durationMs: LONG_NOTICE_MS });
    return isDone;
  };
  /** A second press for the same thing is ignored while the first is under way. */
  const actOnce = async (what: string, ...how: Parameters<typeof act>): Promise<boolean> => {
    if (underWay.current.has(what)) return false;
    underWay.current.add(what);
    const isDone = await act(...how);
    underWay.current.delete(what);
    return isDone;
  };
  const restore = async (version: Version): Promise<void> => {
    if (await actOnce(`restore ${version.id}`, () => versions.restore(version.id), 'history.saidRestored'))
      setPreviewedId(null);
  };
  const rename = async (version: Version, name: string): Promise<void> => {
    await act(() => versions.rename(version.id, name), 'history.saidNamed');
  };
  const remove = async (version: Version): Promise<void> => {
    if (!(await actOnce(`remove ${version.id}`, () => versions.remove(version.id), 'history.saidDeleted'))) return;
    closeButton.current?.focus();
  };

  return (
    <dialog {...dialog} className={classNames(styles.dialog, previewed && styles.isWide)} aria-labelledby={titleId}>
      <p role="status" className={styles.said}>
        {said && t(said)}
      </p>
      {previewed && (
        <VersionPreview
          key={previewed.id}
          version={previewed}
          versions={versions}
          onRestore={() => void restore(previewed)}
          onBack={() => setPreviewedId(null)}
        />
      )}
      <div className={styles.side}>
        <header className={styles.header}>
          <h2 id={titleId} className={styles.title}>
            {t('history.title')}
          </h2>
          <CloseButton ref={closeButton} hasKey={previewed === null} onClose={onClose} />
        </header>
        <KeepForm
          isOff={versions.status === 'offline' || versions.status === 'signedOut'}
          onKeep={(name) => actOnce(`keep ${name}`, () => versions.keep(name), 'history.saidKept')}
        />
        <Timeline
          versions={versions}
          previewed={previewed}
          onPreview={(version) => {
            setSaid(null);
            setPreviewedId(version.id);
          }}
          onRename={rename}
          onDelete={remove}
        />
      </div>
    </dialog>
  );
});

export default HistorySheet;
