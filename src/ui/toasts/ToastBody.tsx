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
  readonly onSwiped: () => void;
}

const sign = (variant: AppNotice['variant']) => {
  if (variant === 'destructive') return <Icon name="warning" />;
  return variant === 'login' ? <Logo size={20} /> : <Icon name="info" />;
};

export function ToastBody({ notice, onSwiped }: ToastBodyProps) {
  const { t } = useTranslation();
  const swipe = useSwipeRight(onSwiped);
  const { descriptionKey: key } = notice;
  const description = notice.description ?? (key && failureSentence({ ...notice, key }, t));
  return (
    <div className={styles.body} {...swipe}>
      <span className={classNames(styles.sign, notice.variant === 'destructive' && styles.destructive)}>
        {sign(notice.variant)}
      </span>
      <div className={styles.words}>
        <p className={styles.title}>{t(notice.titleKey)}</p>
        {description && <p className={styles.description}>{description}</p>}
      </div>
    </div>
  );
}
