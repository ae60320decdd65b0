import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Editor } from '../../../engine';
import { useEditorValue } from '../useEditorValue';
import styles from './PipeRefusal.module.css';

/** Between the pointer and the sentence, room for a finger; and between it and the stage's edge. Screen pixels. */
const ABOVE = 28;
const EDGE = 8;

/** Why the card under the pipe in the hand does not take it, beside the pointer for as long as it is over the card. */
export function PipeRefusal({ editor }: { readonly editor: Editor }) {
  const { t } = useTranslation();
  const sign = useRef<HTMLParagraphElement>(null);
  const reason = useEditorValue(editor, 'preview', ({ preview }) => preview.connection?.refusal?.reason ?? null);

  useLayoutEffect(() => {
    if (reason === null) return undefined;
    const follow = (): void => {
      const refusal = editor.preview.connection?.refusal;
      const element = sign.current;
      if (!refusal || !element) return;
      const at = editor.viewport.toScreen(refusal.at);
      const { width, height } = editor.viewport.size;
      const left = Math.max(EDGE, Math.min(at.x - element.offsetWidth / 2, width - element.offsetWidth - EDGE));
      const top = at.y - ABOVE - element.offsetHeight;
      // Where there is no room above the pointer, below it.
      const room = top >= EDGE ? top : Math.min(at.y + ABOVE, height - element.offsetHeight - EDGE);
      element.style.transform = `translate(${left}px, ${room}px)`;
    };
    follow();
    return editor.subscribe(({ type }) => {
      if (type === 'preview' || type === 'camera') follow();
    });
  }, [editor, reason]);

  if (reason === null) return null;
  return (
    <p ref={sign} role="tooltip" className={styles.sign} data-testid="pipe-refusal">
      {t(`refusal.${reason}`)}
    </p>
  );
}
