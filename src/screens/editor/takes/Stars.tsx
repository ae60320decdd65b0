import { observer } from 'mobx-react-lite';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { RATE_ACTIONS, TAKE_ACTIONS } from '../../../actions';
import type { FlowStore } from '../../../stores/flow/FlowStore';
import type { Rating } from '../../../stores/takes/RatingSender';
import type { TakesStore } from '../../../stores/takes/TakesStore';
import { classNames } from '../../../ui/classNames';
import { Icon } from '../../../ui/Icon';
import { IconButton } from '../../../ui/IconButton';
import { announce } from '../../../ui/live/announce';
import { ariaKeys, shownKeys } from '../../../ui/actionKeys';
import styles from './Stars.module.css';

/** Without the one that takes a rating away: pressing what is given does that. */
const GIVEN = RATE_ACTIONS.filter(({ rating }) => rating !== null);
const UNRATE = RATE_ACTIONS.find(({ rating }) => rating === null);

interface StarsProps {
  readonly rating: Rating;
  /** 'Rating' when absent. */
  readonly label?: string;
  /** They say what is looked for: there is no sign that rejects then, and keys rate a take. */
  readonly isFilter?: boolean;
  readonly onRate: (rating: Rating) => void;
}

/** Five stars and the sign that rejects, for mouse and finger; pressing what is given takes it away. */
export function Stars({ rating, label, isFilter = false, onRate }: StarsProps) {
  const { t } = useTranslation();
  return (
    <div role="group" aria-label={label ?? t('takes.rate')} className={styles.stars}>
      {GIVEN.map((action) => {
        const stars = action.rating ?? 0;
        if (stars < 0 && isFilter) return null;
        const detail = action.detail?.({ rate: onRate });
        const words = detail ? t(detail.words, { count: detail.count }) : t(action.words);
        const isGiven = rating === action.rating;
        return (
          <button
            key={action.id}
            type="button"
            className={classNames(
              styles.star,
              stars > 0 && rating !== null && rating >= stars && styles.given,
              stars < 0 && isGiven && styles.rejected,
            )}
            aria-label={words}
            aria-pressed={isGiven}
            aria-keyshortcuts={isFilter ? undefined : ariaKeys(action)}
            title={isFilter ? words : `${words} (${shownKeys(action)})`}
            onClick={() => (isGiven ? UNRATE : action)?.run({ rate: onRate })}
          >
            <Icon name={stars > 0 ? 'star' : 'reject'} />
          </button>
        );
      })}
    </div>
  );
}

interface RatingFilterProps {
  readonly flow: Pick<FlowStore, 'node'>;
  readonly takes: TakesStore;
}

/** The rating that is filtered for on the canvas, and how many pictures have it; nothing while there is no filter. */
export const RatingFilter = observer(function RatingFilter({ flow, takes }: RatingFilterProps) {
  const { ratingMin } = takes;
  const isFiltered = ratingMin !== null;
  const wasFiltered = useRef(false);
  useEffect(() => {
    if (wasFiltered.current && !isFiltered) announce('takes.saidAll');
    wasFiltered.current = isFiltered;
  }, [isFiltered]);
  // Without a filter, the takes of all nodes are not even read.
  return isFiltered && <RatingBar flow={flow} takes={takes} ratingMin={ratingMin} />;
});

const RatingBar = observer(function RatingBar({
  flow,
  takes,
  ratingMin,
}: RatingFilterProps & { readonly ratingMin: number }) {
  const { t } = useTranslation();
  const shown = Array.from(takes.byNode.keys()).flatMap((nodeId) => {
    // Read so that MobX tracks it.
    flow.node(nodeId);
    return takes.chosen(nodeId) ?? [];
  });
  const found = shown.filter(({ rating }) => (rating ?? 0) >= ratingMin);
  const counts = { count: found.length, total: shown.length };
  const said = useRef<number | null>(null);
  useEffect(() => {
    if (ratingMin === said.current) return;
    said.current = ratingMin;
    announce('takes.saidFound', counts);
  });
  return (
    <div role="group" aria-label={t('takes.lookFor')} className={styles.bar} data-testid="rating-filter">
      <Stars rating={ratingMin} label={t('takes.looking')} isFilter onRate={(rating) => takes.lookFor(rating)} />
      <span className={styles.count}>{t('takes.found', counts)}</span>
      <IconButton icon="close" label={t('takes.endLooking')} onClick={() => TAKE_ACTIONS.lookFor.run({ takes })} />
    </div>
  );
});
