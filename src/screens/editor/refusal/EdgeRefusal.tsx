import { autorun } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RefusalReason, Size, Vector } from '../../../engine';
import type { FlowStore } from '../../../stores/flow/FlowStore';
import styles from './EdgeRefusal.module.css';

/** Distance from the pointer to the sentence, room for a finger, and from it to the stage's edge; screen pixels. */
const ABOVE = 28;
const EDGE = 8;
/** Distance that the pointer's tip may go before the sentence follows it: the rest of `ABOVE` is for the arrow below the tip. */
const STAY = 12;

interface EdgeRefusalProps {
  readonly flow: FlowStore;
}

/** The reason why the card under the pending connection does not accept it, shown beside the pointer while it is over the card. */
export const EdgeRefusal = observer(function EdgeRefusal({ flow }: EdgeRefusalProps) {
  return flow.isConnecting ? <Sign flow={flow} /> : null;
});

/**
 * Stays for the whole gesture and is only hidden between two cards, follows the pointer in steps, and its size is read once for a sentence:
 * a pipe is led over many cards, and the page would be styled and laid out at each move.
 */
function Sign({ flow }: EdgeRefusalProps) {
  const { t } = useTranslation();
  const sign = useRef<HTMLParagraphElement>(null);
  const [reason, setReason] = useState<RefusalReason | null>(null);

  useLayoutEffect(() => {
    const element = sign.current;
    if (!element) return undefined;
    const { offsetWidth, offsetHeight } = element;
    let placedFor: { readonly at: Vector; readonly size: Size } | null = null;
    return autorun(() => {
      const refusal = flow.preview.connection?.refusal;
      element.style.visibility = refusal && refusal.reason === reason ? 'visible' : 'hidden';
      if (!refusal) return;
      if (refusal.reason !== reason) setReason(refusal.reason);
      void flow.viewport;
      const at = flow.editor.view.toScreen(refusal.at);
      const { size } = flow;
      if (placedFor?.size === size && Math.hypot(at.x - placedFor.at.x, at.y - placedFor.at.y) < STAY) return;
      placedFor = { at, size };
      const { width, height } = size;
      const left = Math.max(EDGE, Math.min(at.x - offsetWidth / 2, width - offsetWidth - EDGE));
      const top = at.y - ABOVE - offsetHeight;
      // The sentence goes below the pointer when there is no room above.
      const room = top >= EDGE ? top : Math.min(at.y + ABOVE, height - offsetHeight - EDGE);
      element.style.transform = `translate(${left}px, ${room}px)`;
    });
  }, [flow, reason]);

  return (
    <p ref={sign} role="tooltip" className={styles.sign} data-testid="edge-refusal">
      {reason && t(`refusal.${reason}`)}
    </p>
  );
}
