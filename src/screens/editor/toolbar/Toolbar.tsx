import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { bindAction, CANVAS_ACTIONS, CLIPBOARD_ACTIONS, type ClipboardTarget } from '../../../actions';
import type { Editor } from '../../../engine';
import { ActionTool } from '../tool/ActionTool';
import { useEditorValue } from '../useEditorValue';
import styles from './Toolbar.module.css';

interface ToolbarProps {
  readonly editor: Editor;
  readonly clipboard: ClipboardTarget;
}

/** One slim bar over the canvas for what keys do elsewhere. */
export function Toolbar({ editor, clipboard }: ToolbarProps) {
  const { t } = useTranslation();
  const isWriting = useEditorValue(editor, 'editing', ({ editing }) => editing !== null);
  const { copy, paste, duplicate } = CLIPBOARD_ACTIONS;
  const tools = useMemo(
    () =>
      [
        ['undo', CANVAS_ACTIONS.undo],
        ['redo', CANVAS_ACTIONS.redo],
        ['copy', bindAction(copy, clipboard)],
        ['paste', bindAction(paste, clipboard)],
        ['duplicate', bindAction(duplicate, clipboard)],
      ] as const,
    [clipboard, copy, paste, duplicate],
  );
  return (
    <div
      role="group"
      aria-label={t('toolbar.label')}
      className={styles.bar}
      data-writing={isWriting || undefined}
      data-testid="toolbar"
    >
      {tools.map(([icon, action]) => (
        <ActionTool key={icon} editor={editor} action={action} icon={icon} className={styles.tool} />
      ))}
    </div>
  );
}
