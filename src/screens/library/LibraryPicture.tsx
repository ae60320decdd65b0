import { useTranslation } from 'react-i18next';
import type { Take } from '../../api/contractTakes';
import { relativeTime } from '../../i18n/relativeTime';
import { classNames } from '../../ui/classNames';
import { Icon } from '../../ui/Icon';
import { useDragPress, type PressFollower } from '../editor/palette/useDragPress';
import { TakeResult } from '../editor/takes/TakePicture';
import { originWords, wordsOfTake } from '../editor/takes/takeWords';
import styles from './LibraryPanel.module.css';

interface LibraryPictureProps {
  readonly take: Take;
  readonly isActive: boolean;
  readonly now: Date;
  /** Its position in the list, from 1; the count is null while there are more to read. */
  readonly nth: { readonly position: number; readonly count: number | null };
  readonly place: { readonly left: string; readonly top: number; readonly size: number };
  readonly onChoose: () => void;
  /** Called for a press, which may become a drag. */
  readonly onPress: PressFollower;
}

/** One picture or text of the library; it can be dragged onto the canvas. */
export function LibraryPicture({ take, isActive, now, nth, place, onChoose, onPress }: LibraryPictureProps) {
  const { t } = useTranslation();
  const { id, rating } = take;
  const { press, props } = useDragPress<HTMLDivElement>(onPress);
  const judged = rating === null ? null : rating > 0 ? t('takes.star', { count: rating }) : t('takes.rejected');
  const words = take.text ?? (wordsOfTake(take) || t('takes.noWords'));
  const name = [words, judged, originWords(take, t), relativeTime(take.createdAt, now, t)].filter(Boolean).join(', ');
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the list it is in hears the keys
    <div
      {...props}
      id={`library-${id}`}
      role="option"
      aria-selected={isActive}
      aria-posinset={nth.position}
      aria-setsize={nth.count ?? -1}
      aria-label={name}
      title={words}
      tabIndex={-1}
      className={classNames(
        styles.picture,
        isActive && styles.isActive,
        rating !== null && rating < 0 && styles.rejected,
      )}
      style={{ left: place.left, top: place.top, width: place.size, height: place.size }}
      onClick={() => {
        // The browser reports a click after a drag as well.
        if (press.current?.isClick !== false) onChoose();
      }}
    >
      <TakeResult take={take} size={256} alt="" isLazy />
      {rating !== null && (
        <span className={styles.rating} aria-hidden="true">
          <Icon name={rating > 0 ? 'star' : 'reject'} size={12} />
          {rating > 0 && rating}
        </span>
      )}
    </div>
  );
}
