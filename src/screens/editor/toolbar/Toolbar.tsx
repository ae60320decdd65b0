import { useTranslation } from 'react-i18next';
import { SHORTCUTS, type Editor } from '../../../engine';
import { IconButton } from '../../../ui/IconButton';
import { notify } from '../../../ui/toasts/notify';
import { useEditorValue } from '../useEditorValue';
import { ariaKeys, shownKeys } from '../view/shortcutWords';
import styles from './Toolbar.module.css';

const STEPS = [
  { name: 'undo', shortcut: SHORTCUTS.undo, why: 'toolbar.nothingToUndo' },
  { name: 'redo', shortcut: SHORTCUTS.redo, why: 'toolbar.nothingToRedo' },
] as const;

/** One slim bar over the canvas for what keys do elsewhere. What cannot be done is dimmed, and says why when it is pressed. */
export function Toolbar({ editor }: { readonly editor: Editor }) {
  const { t } = useTranslation();
  const can = {
    undo: useEditorValue(editor, 'document', ({ canUndo }) => canUndo),
    redo: useEditorValue(editor, 'document', ({ canRedo }) => canRedo),
  };
  return (
    <div role="group" aria-label={t('toolbar.label')} className={styles.bar} data-testid="toolbar">
      {STEPS.map(({ name, shortcut, why }) => (
        <IconButton
          key={name}
          icon={name}
          label={t(`toolbar.${name}`)}
          title={can[name] ? `${t(`toolbar.${name}`)} (${shownKeys(shortcut)})` : t(why)}
          aria-description={can[name] ? undefined : t(why)}
          aria-keyshortcuts={ariaKeys(shortcut)}
          aria-disabled={!can[name] || undefined}
          className={styles.tool}
          onClick={() => {
            if (can[name]) shortcut.run(editor);
            else notify({ variant: 'info', titleKey: why });
          }}
        />
      ))}
    </div>
  );
}
