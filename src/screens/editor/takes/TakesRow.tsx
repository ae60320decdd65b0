import type { KeyboardEventHandler, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { Take } from '../../../api/contractTakes';
import { itemsWithin, renderedIndexes, useScrolled } from '../../scrolledItems';
import { TakeOption } from './TakeOption';
import styles from './TakesRow.module.css';

const STEP = 92;
/** Takes laid out beyond the window, before they are scrolled to. */
const BEYOND = 4;

const FIRST_TAKES: readonly [from: number, to: number] = [0, 2 * BEYOND];

const readTakes = ({ scrollLeft, clientWidth }: HTMLElement): typeof FIRST_TAKES =>
  itemsWithin(scrollLeft, clientWidth, STEP, BEYOND);

interface TakesRowProps {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly takes: readonly Take[];
  readonly chosen: Take | null;
  readonly active: Take | null;
  readonly marked: ReadonlySet<number>;
  readonly keysId: string;
  readonly now: Date;
  readonly onChoose: (take: Take) => void;
  readonly onFocus: (take: Take) => void;
  readonly onKeyDown: KeyboardEventHandler;
}

/** The takes of a node in a row that scrolls. Only those in sight and the active one are laid out. */
export function TakesRow(props: TakesRowProps) {
  const { ref, takes, chosen, active, marked, keysId, now, onChoose, onFocus, onKeyDown } = props;
  const { t } = useTranslation();
  const [from, to] = useScrolled(ref, FIRST_TAKES, readTakes);
  const activeIndex = active ? takes.indexOf(active) : -1;
  return (
    <div
      ref={ref}
      role="listbox"
      tabIndex={-1}
      aria-label={t('takes.strip')}
      aria-orientation="horizontal"
      aria-describedby={keysId}
      className={styles.list}
      onKeyDown={onKeyDown}
    >
      <div role="presentation" className={styles.all} style={{ width: takes.length * STEP }}>
        {renderedIndexes(from, to, takes.length, activeIndex).map((index) => {
          const take = takes[index];
          if (!take) return null;
          return (
            <TakeOption
              key={take.id}
              take={take}
              number={takes.length - index}
              nth={{ position: index + 1, count: takes.length }}
              left={index * STEP}
              isChosen={take === chosen}
              isActive={take === active}
              isMarked={marked.has(take.id)}
              now={now}
              onChoose={() => onChoose(take)}
              onFocus={() => onFocus(take)}
            />
          );
        })}
      </div>
    </div>
  );
}
