import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { reaction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useTranslation } from 'react-i18next';
import { ANSWER_ACTIONS, bindAction, VERSION_ACTIONS } from '../../../actions';
import type { Version } from '../../../api/contract';
import { type Snapshot, Editor, type EditorInput, type KeyInput } from '../../../engine';
import { CanvasStage } from '../../../engine/konva';
import { relativeTime } from '../../../i18n/relativeTime';
import { FlowStore } from '../../../stores/flow/FlowStore';
import type { VersionsStore } from '../../../stores/versions/VersionsStore';
import { paintTheme } from '../../../theme/paintTheme';
import { useColourMode } from '../../../theme/useColourMode';
import { ActionButton } from '../../../ui/ActionButton';
import { ActionTool } from '../../../ui/ActionTool';
import { useNow } from '../../useNow';
import { pictureAddresses } from '../../pictureAddresses';
import { useStores } from '../../StoresContext';
import { usePaintWords } from '../stage/usePaintWords';
import { usePictures } from '../stage/StandInPictures';
import { UnreadNote } from './UnreadNote';
import styles from './VersionPreview.module.css';
import { versionName } from './VersionEntry';

const isViewKey = ({ key, code = '', shift }: KeyInput): boolean =>
  key.startsWith('Arrow') || ['+', '-', '=', '_'].includes(key) || (shift && ['Digit0', 'Digit1'].includes(code));

/** A read-only canvas: it can be panned and zoomed, and nothing in it can be touched. */
export class ReadOnlyEditor extends Editor {
  override dispatch(input: EditorInput): boolean {
    switch (input.type) {
      case 'pointerDown':
      case 'pointerMove':
      case 'pointerUp':
        // The middle button moves the view wherever it lands.
        return super.dispatch({ ...input, button: 1 });
      case 'keyDown':
        return isViewKey(input) && super.dispatch(input);
      case 'wheel':
      case 'tick':
      case 'pointerLeave':
      case 'cancel':
        return super.dispatch(input);
      case 'keyUp':
      case 'doubleClick':
      case 'dragOver':
        return false;
    }
  }
}

interface VersionPreviewProps {
  readonly version: Version;
  readonly versions: VersionsStore;
  readonly onRestore: () => void;
  readonly onBack: () => void;
}

/** The canvas of a version, to be moved and zoomed. */
function PreviewCanvas({ snapshot, label }: { readonly snapshot: Snapshot; readonly label: string }) {
  const { api } = useStores();
  const mode = useColourMode();
  const theme = useMemo(() => paintTheme(mode), [mode]);
  const words = usePaintWords();
  const [editor] = useState(() => new ReadOnlyEditor({ snapshot, uniqueId: () => '' }));
  const { pictures } = usePictures(editor, pictureAddresses(api.files));
  useLayoutEffect(() => {
    // The stage has told its size by now, and tells it again when the window changes.
    editor.fit();
    const flow = new FlowStore(editor);
    const stop = reaction(
      () => flow.size,
      () => editor.fit(),
    );
    return () => {
      stop();
      flow.dispose();
    };
  }, [editor]);
  return (
    <CanvasStage
      editor={editor}
      theme={theme}
      words={words}
      pictures={pictures}
      label={label}
      className={styles.canvas ?? ''}
    />
  );
}

/** A version before it is restored: its canvas, the number of its nodes, and a button back to the current state. */
export const VersionPreview = observer(function VersionPreview({
  version,
  versions,
  onRestore,
  onBack,
}: VersionPreviewProps) {
  const { t } = useTranslation();
  const now = useNow();
  const [snapshot, setSnapshot] = useState<Snapshot | 'broken' | null>(null);
  const [attempt, setAttempt] = useState(1);
  const back = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    let isShown = true;
    setSnapshot(null);
    versions.snapshot(version.id).then(
      (read) => isShown && setSnapshot(read),
      () => isShown && setSnapshot('broken'),
    );
    return () => {
      isShown = false;
    };
  }, [versions, version.id, attempt]);

  useEffect(() => back.current?.focus(), []);

  const name = versionName(version, t);
  const when = relativeTime(version.createdAt, now, t);
  const title = t('history.previewTitle', { name, when });
  const target = {
    status: snapshot === null ? 'loading' : snapshot === 'broken' ? 'failed' : versions.status,
    restore: onRestore,
  } as const;
  return (
    <section className={styles.preview} aria-label={title}>
      <header className={styles.header}>
        <ActionTool
          ref={back}
          action={bindAction(ANSWER_ACTIONS.backToNow, onBack)}
          icon="chevron"
          className={styles.back}
        />
        <div className={styles.facts}>
          <h3 className={styles.title}>{title}</h3>
          <p className={styles.count} role="status">
            {snapshot !== null && snapshot !== 'broken' && t('history.nodes', { count: snapshot.nodes.length })}
          </p>
        </div>
      </header>
      <div className={styles.area} aria-busy={snapshot === null}>
        {snapshot === 'broken' && (
          <UnreadNote
            versions={versions}
            className={styles.broken}
            onRetry={() => {
              setAttempt((count) => count + 1);
              if (versions.status === 'signedOut') void versions.load();
            }}
          />
        )}
        {snapshot === null && <p className={styles.opening}>{t('node.loading')}</p>}
        {snapshot !== null && snapshot !== 'broken' && (
          <PreviewCanvas key={attempt} snapshot={snapshot} label={title} />
        )}
      </div>
      <footer className={styles.footer}>
        <p className={styles.hint}>{t('history.restoreHint')}</p>
        <ActionButton look="primary" isBusy={versions.isBusy} action={VERSION_ACTIONS.restore} target={target} />
      </footer>
    </section>
  );
});
