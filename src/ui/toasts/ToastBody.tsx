import { useTranslation } from 'react-i18next';
import { classNames } from '../classNames';
import { failureSentence } from '../failureSentence';
import { Icon } from '../Icon';
import { Logo } from '../Logo';
import type { AppNotice } from './notify';
import styles from './ToastBody.module.css';
import { useSwipeRight } from './useSwipeRight';

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
