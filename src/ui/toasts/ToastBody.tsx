import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Notice } from '../../stores/Notice';
import { classNames } from '../classNames';
import { Icon } from '../Icon';
import { Logo } from '../Logo';
import styles from './ToastBody.module.css';
import { useSwipeRight } from './useSwipeRight';

interface ToastBodyProps {
  readonly notice: Notice;
  readonly onSwiped: () => void;
}

const sign = (variant: Notice['variant']) => {
  if (variant === 'destructive') return <Icon name="warning" />;
  return variant === 'login' ? <Logo size={20} /> : <Icon name="info" />;
};

export function ToastBody({ notice, onSwiped }: ToastBodyProps) {
  const { t } = useTranslation();
  const swipe = useSwipeRight(onSwiped);
  // The stores name words by key without knowing them; a test of theirs holds each key to the words we have.
  const words = (key: string | undefined): string | null => (key === undefined ? null : t(key as ParseKeys));
  const description = notice.description ?? words(notice.descriptionKey);
  return (
    <div className={styles.body} {...swipe}>
      <span className={classNames(styles.sign, notice.variant === 'destructive' && styles.destructive)}>
        {sign(notice.variant)}
      </span>
      <div className={styles.words}>
        <p className={styles.title}>{words(notice.titleKey)}</p>
        {description && <p className={styles.description}>{description}</p>}
      </div>
    </div>
  );
}
