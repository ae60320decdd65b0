import { autorun } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { FlowStore } from '../../../stores/flow/FlowStore';
import styles from './EdgeRefusal.module.css';

/** Distance from the pointer to the sentence, room for a finger, and from it to the stage's edge; screen pixels. */
const ABOVE = 28;
const EDGE = 8;

/** The reason why the card under the pending connection does not accept it, shown beside the pointer while it is over the card. */
export const EdgeRefusal = observer(function EdgeRefusal({ flow }: { readonly flow: FlowStore }) {
  const { t } = useTranslation();
  const sign = useRef<HTMLParagraphElement>(null);
  const reason = flow.refusalReason;

  useLayoutEffect(() => {
    const element = sign.current;
    if (reason === null || !element) return undefined;
    // Its size is read once: to read it at each step would have the page laid out at each step.
    const { offsetWidth, offsetHeight } = element;
    return autorun(() => {
      const refusal = flow.preview.connection?.refusal;
      if (!refusal) return;
      void flow.viewport;
      const at = flow.editor.view.toScreen(refusal.at);
      const { width, height } = flow.size;
      const left = Math.max(EDGE, Math.min(at.x - offsetWidth / 2, width - offsetWidth - EDGE));
      const top = at.y - ABOVE - offsetHeight;
      // The sentence goes below the pointer when there is no room above.
      const room = top >= EDGE ? top : Math.min(at.y + ABOVE, height - offsetHeight - EDGE);
      element.style.transform = `translate(${left}px, ${room}px)`;
    });
  }, [flow, reason]);

  if (reason === null) return null;
  return (
    <p ref={sign} role="tooltip" className={styles.sign} data-testid="edge-refusal">
      {t(`refusal.${reason}`)}
    </p>
  );
});
