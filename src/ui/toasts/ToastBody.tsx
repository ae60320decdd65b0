import { useRef, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../classNames';
import { failureSentence } from '../failureSentence';
import { Icon } from '../Icon';
import { Logo } from '../Logo';
import type { AppNotice } from './notify';
import styles from './ToastBody.module.css';

/** Distance of the swipe to the right that dismisses a toast; CSS pixels (TOAST-4). */
const SWIPE_DISTANCE = 50;

const toastOf = (element: Element): HTMLElement | null => element.closest<HTMLElement>('.Toastify__toast');

const settle = (toast: HTMLElement | null): void => {
  toast?.style.removeProperty('transform');
  toast?.style.removeProperty('opacity');
};

/**
 * Lets a toast be swiped away to the right, and only there: the toast library's own dragging closes to the left too
 * and measures in per cent.
 */
function useSwipeRight(onSwiped: () => void) {
  const startX = useRef<number | null>(null);
  const distance = (event: PointerEvent): number =>
    startX.current === null ? 0 : Math.max(0, event.clientX - startX.current);

  return {
    onPointerDown(event: PointerEvent<HTMLElement>): void {
      if (event.button !== 0) return;
      startX.current = event.clientX;
      event.currentTarget.setPointerCapture?.(event.pointerId);
    },
    onPointerMove(event: PointerEvent<HTMLElement>): void {
      const toast = toastOf(event.currentTarget);
      if (startX.current === null || !toast) return;
      toast.style.transform = `translateX(${distance(event)}px)`;
      toast.style.opacity = String(Math.max(0.3, 1 - distance(event) / (4 * SWIPE_DISTANCE)));
    },
    onPointerUp(event: PointerEvent<HTMLElement>): void {
      const isSwiped = distance(event) > SWIPE_DISTANCE;
      startX.current = null;
      if (isSwiped) onSwiped();
      else settle(toastOf(event.currentTarget));
    },
    onPointerCancel(event: PointerEvent<HTMLElement>): void {
      startX.current = null;
      settle(toastOf(event.currentTarget));
    },
  };
}

interface ToastBodyProps {
  readonly notice: AppNotice;
  readonly onClosed: () => void;
}

const sign = (variant: AppNotice['variant']) => {
  if (variant === 'destructive') return <Icon name="warning" />;
  return variant === 'login' ? <Logo size={20} /> : <Icon name="info" />;
};

export function ToastBody({ notice, onClosed }: ToastBodyProps) {
  const { t } = useTranslation();
  const swipe = useSwipeRight(onClosed);
  const { descriptionKey: key, answer } = notice;
  const description = notice.description ?? (key && failureSentence({ ...notice, key }, t));
  return (
    <div className={styles.body} {...swipe}>
      <span className={classNames(styles.sign, notice.variant === 'destructive' && styles.destructive)}>
        {sign(notice.variant)}
      </span>
      <div className={styles.words}>
        <p className={styles.title}>{t(notice.titleKey, { count: notice.count })}</p>
        {description && <p className={styles.description}>{description}</p>}
      </div>
      {answer && (
        <button
          type="button"
          className={styles.answer}
          // A swipe would take the pointer, and the click with it.
          onPointerDown={(event) => event.stopPropagation()}
          onClick={() => {
            answer.run();
            onClosed();
          }}
        >
          {t(answer.words)}
        </button>
      )}
    </div>
  );
}
