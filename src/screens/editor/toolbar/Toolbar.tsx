import { useTranslation } from 'react-i18next';
import { CANVAS_ACTIONS } from '../../../actions';
import type { Editor } from '../../../engine';
import { ActionTool } from '../tool/ActionTool';
import styles from './Toolbar.module.css';

/** One slim bar over the canvas for what keys do elsewhere. */
export function Toolbar({ editor }: { readonly editor: Editor }) {
  const { t } = useTranslation();
  return (
    <div role="group" aria-label={t('toolbar.label')} className={styles.bar} data-testid="toolbar">
      <ActionTool editor={editor} action={CANVAS_ACTIONS.undo} icon="undo" className={styles.tool} />
      <ActionTool editor={editor} action={CANVAS_ACTIONS.redo} icon="redo" className={styles.tool} />
    </div>
  );
}
