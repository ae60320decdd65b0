import { useTranslation } from 'react-i18next';
import type { Rating } from '../../../stores/takes/RatingSender';
import { classNames } from '../../../ui/classNames';
import { Icon } from '../../../ui/Icon';
import styles from './Stars.module.css';

const STARS = [1, 2, 3, 4, 5] as const;
const REJECTED = -1;
const REJECT_KEY = 'X';

interface StarsProps {
  readonly rating: Rating;
  /** 'Rating' when absent. */
  readonly label?: string;
  readonly canReject?: boolean;
  readonly onRate: (rating: Rating) => void;
}

/** Five stars and the sign that rejects, for mouse and finger; pressing what is given takes it away. Keys: see takeKeys. */
export function Stars({ rating, label, canReject = true, onRate }: StarsProps) {
  const { t } = useTranslation();
  return (
    <div role="group" aria-label={label ?? t('takes.rate')} className={styles.stars}>
      {STARS.map((star) => (
        <button
          key={star}
          type="button"
          className={classNames(styles.star, rating !== null && rating >= star && styles.given)}
          aria-label={t('takes.star', { count: star })}
          aria-pressed={rating === star}
          title={`${t('takes.star', { count: star })} (${star})`}
          onClick={() => onRate(rating === star ? null : star)}
        >
          <Icon name="star" />
        </button>
      ))}
      {canReject && (
        <button
          type="button"
          className={classNames(styles.star, rating === REJECTED && styles.rejected)}
          aria-label={t('takes.reject')}
          aria-pressed={rating === REJECTED}
          title={`${t('takes.reject')} (${REJECT_KEY})`}
          onClick={() => onRate(rating === REJECTED ? null : REJECTED)}
        >
          <Icon name="reject" />
        </button>
      )}
    </div>
  );
}
