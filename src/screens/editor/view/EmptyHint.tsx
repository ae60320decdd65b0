import { useTranslation } from 'react-i18next';
import type { Editor } from '../../../engine';
import { useEditorValue } from '../useEditorValue';
import { useMediaQuery } from './useMediaQuery';
import styles from './EmptyHint.module.css';

/** What to do on an empty canvas, in one line, and where: the arrow points to the rail. */
export function EmptyHint({ editor }: { readonly editor: Editor }) {
  const { t } = useTranslation();
  const isEmpty = useEditorValue(editor, 'document', ({ document }) => document.nodeCount === 0);
  const isTouched = useMediaQuery('(pointer: coarse)');
  if (!isEmpty) return null;
  return (
    <p className={styles.hint}>
      <svg className={styles.arrow} viewBox="0 0 56 20" width="56" height="20" aria-hidden="true">
        <path d="M54 10H4M11 3l-7 7 7 7" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
      </svg>
      {t(isTouched ? 'canvas.emptyTouch' : 'canvas.empty')}
    </p>
  );
}
