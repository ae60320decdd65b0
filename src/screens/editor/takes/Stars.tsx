import { observer } from 'mobx-react-lite';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Rating } from '../../../stores/takes/RatingSender';
import type { TakesStore } from '../../../stores/takes/TakesStore';
import { classNames } from '../../../ui/classNames';
import { Icon } from '../../../ui/Icon';
import { IconButton } from '../../../ui/IconButton';
import { announce } from '../../../ui/live/announce';
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

/** The rating that is filtered for on the canvas, and how many pictures have it; nothing while there is no filter. */
export const RatingFilter = observer(function RatingFilter({ takes }: { readonly takes: TakesStore }) {
  const { t } = useTranslation();
  const { ratingMin } = takes;
  const shown = Array.from(takes.byNode.keys()).flatMap((nodeId) => takes.chosen(nodeId) ?? []);
  const found = shown.filter(({ rating }) => ratingMin !== null && (rating ?? 0) >= ratingMin);
  const counts = { count: found.length, total: shown.length };
  const said = useRef<number | null>(null);
  useEffect(() => {
    if (ratingMin === said.current) return;
    said.current = ratingMin;
    if (ratingMin === null) announce('takes.saidAll');
    else announce('takes.saidFound', counts);
  });
  if (ratingMin === null) return null;
  return (
    <div role="group" aria-label={t('takes.lookFor')} className={styles.bar} data-testid="rating-filter">
      <Stars
        rating={ratingMin}
        label={t('takes.looking')}
        canReject={false}
        onRate={(rating) => takes.lookFor(rating)}
      />
      <span className={styles.count}>{t('takes.found', counts)}</span>
      <IconButton icon="close" label={t('takes.endLooking')} onClick={() => takes.lookFor(null)} />
    </div>
  );
});
