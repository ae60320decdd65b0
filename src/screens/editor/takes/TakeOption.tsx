import { useTranslation } from 'react-i18next';
import type { Take } from '../../../api/contractTakes';
import { relativeTime } from '../../../i18n/relativeTime';
import { classNames } from '../../../ui/classNames';
import { Icon } from '../../../ui/Icon';
import { TakeResult } from './TakePicture';
import styles from './TakeOption.module.css';

/** The first words of a text tell it from others. */
const SAID_CHARACTERS = 80;

interface TakeOptionProps {
  readonly take: Take;
  /** Its place among the node's takes, the oldest 1. */
  readonly number: number;
  /** Its place in the list, of which only a part is laid out. */
  readonly nth: { readonly position: number; readonly count: number };
  /** CSS pixels from the first one. */
  readonly left: number;
  readonly isChosen: boolean;
  /** Whether the keyboard focus is here, so that its recipe is shown. */
  readonly isActive: boolean;
  /** It is taken into a comparison. */
  readonly isMarked: boolean;
  readonly now: Date;
  readonly onChoose: () => void;
  readonly onFocus: () => void;
}

/** One take of the strip. */
export function TakeOption(props: TakeOptionProps) {
  const { take, number, nth, left, isChosen, isActive, isMarked, now, onChoose, onFocus } = props;
  const { t } = useTranslation();
  const { rating } = take;
  const judged = rating === null ? null : rating > 0 ? t('takes.star', { count: rating }) : t('takes.rejected');
  const name = [
    t('takes.take', { number }),
    isChosen ? t('takes.chosen') : null,
    isMarked ? t('sheet.marked') : null,
    judged,
    relativeTime(take.createdAt, now, t),
    take.text?.slice(0, SAID_CHARACTERS) ?? null,
  ];
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the list it is in hears the keys
    <div
      role="option"
      aria-selected={isChosen}
      aria-label={name.filter(Boolean).join(', ')}
      aria-posinset={nth.position}
      aria-setsize={nth.count}
      style={{ left }}
      tabIndex={isActive ? 0 : -1}
      data-take-id={take.id}
      className={classNames(
        styles.option,
        isChosen && styles.chosen,
        isActive && styles.active,
        rating !== null && rating < 0 && styles.rejected,
      )}
      onClick={onChoose}
      onFocus={onFocus}
    >
      <TakeResult take={take} size={256} alt="" isLazy />
      {isChosen && (
        <span className={styles.check} aria-hidden="true">
          <Icon name="check" size={14} />
        </span>
      )}
      {isMarked && (
        <span className={styles.marked} aria-hidden="true">
          <Icon name="compare" size={14} />
        </span>
      )}
      {rating !== null && (
        <span className={styles.rating} aria-hidden="true">
          <Icon name={rating > 0 ? 'star' : 'reject'} size={12} />
          {rating > 0 && rating}
        </span>
      )}
    </div>
  );
}
