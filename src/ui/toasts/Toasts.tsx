import { type FocusEvent, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { toast, ToastContainer, type ToastContentProps } from 'react-toastify/unstyled';
import { CloseButton } from '../CloseButton';
import { takeTop, topPlace } from '../topPlace';
import './toasts.css';
import styles from './Toasts.module.css';

/** Gives the focus back to where it was once the toast that took it has gone. Returns a function to call when it is about to be taken. */
function useFocusReturn(): () => void {
  const cameFrom = useRef<Element | null>(null);

  useEffect(
    () =>
      toast.onChange(({ status }) => {
        const { current } = cameFrom;
        if (status !== 'removed' || !(current instanceof HTMLElement)) return;
        cameFrom.current = null;
        // The toast is notified before it leaves the page, and the focus with it.
        requestAnimationFrame(() => {
          if (document.activeElement === document.body) current.focus();
        });
      }),
    [],
  );

  return useCallback(() => {
    const { activeElement } = document;
    if (!activeElement?.closest('.Toastify')) cameFrom.current = activeElement;
  }, []);
}

function CloseToast({ closeToast }: Pick<ToastContentProps, 'closeToast'>) {
  return <CloseButton className={styles.close} hasKey={false} onClose={() => closeToast(true)} />;
}

/**
 * The library stops a toast's clock when the hot key brings the focus to it. Were it not started again, the toast would
 * stay for good and keep the next ones waiting.
 */
const goOnOnceLeft = ({ currentTarget, relatedTarget }: FocusEvent): void => {
  if (!currentTarget.contains(relatedTarget)) toast.play();
};

/** The place for toasts: top right, one at a time, F8 brings the focus there, a swipe to the right dismisses one. */
export function Toasts() {
  const { t } = useTranslation();
  const home = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => (home.current ? takeTop(home.current) : undefined), []);
  const expectFocus = useFocusReturn();
  const isFocusKey = ({ key }: KeyboardEvent): boolean => {
    if (key === 'F8') expectFocus();
    return key === 'F8';
  };
  return (
    <div ref={home} onBlur={goOnOnceLeft}>
      {createPortal(
        <ToastContainer
          position="top-right"
          limit={1}
          hotKeys={isFocusKey}
          aria-label={t('shell.notifications')}
          draggable={false}
          // A toast stays for its time whether the window is looked at or not.
          pauseOnFocusLoss={false}
          transition={false}
          icon={false}
          closeButton={CloseToast}
        />,
        topPlace,
      )}
    </div>
  );
}
