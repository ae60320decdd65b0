import { observer } from 'mobx-react-lite';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { TakesStore } from '../../../stores/takes/TakesStore';
import { IconButton } from '../../../ui/IconButton';
import { announce } from '../../../ui/live/announce';
import styles from './RatingFilter.module.css';
import { Stars } from './Stars';

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
