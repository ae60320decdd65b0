import type { MouseEvent } from 'react';
import type { SheetCell } from '../../../stores/cells/SheetStore';
import { classNames } from '../../../ui/classNames';
import { Icon } from '../../../ui/Icon';
import { useDragPress, type PressFollower } from '../palette/useDragPress';
import { TakePicture } from '../takes/TakePicture';
import styles from './SheetGrid.module.css';

interface GridCellProps {
  readonly id: string;
  readonly cell: SheetCell;
  /** Its words and its state. */
  readonly name: string;
  readonly column: number;
  /** Position in its row and length of its sides; CSS pixels. */
  readonly place: { readonly left: number; readonly size: number };
  readonly isActive: boolean;
  readonly isMarked: boolean;
  readonly onActive: () => void;
  readonly onChoose: () => void;
  /** Called for a press, which may become a drag. */
  readonly onPress: PressFollower;
}

/** One cell of a sheet; its picture can be dragged onto the canvas. */
export function GridCell(props: GridCellProps) {
  const { id, cell, name, column, place, isActive, isMarked, onActive, onChoose, onPress } = props;
  const { take } = cell;
  const { press, props: dragged } = useDragPress<HTMLDivElement>(onPress);
  const choose = (event: MouseEvent<HTMLDivElement>): void => {
    // The browser reports a click after a drag as well, at the place where that ends.
    if (press.current?.isClick !== false || event.detail === 0 || isIn(event.currentTarget, event)) onActive();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the grid hears the keys
    <div
      {...dragged}
      id={id}
      role="gridcell"
      tabIndex={-1}
      aria-colindex={column + 2}
      aria-label={name}
      aria-selected={isActive}
      title={name}
      data-state={cell.state}
      className={classNames(
        styles.cell,
        isActive && styles.isActive,
        cell.isChosen && styles.isChosen,
        isMarked && styles.isMarked,
        take?.rating === -1 && styles.isRejected,
      )}
      style={{ left: place.left, width: place.size, height: place.size }}
      onClick={choose}
      onDoubleClick={onChoose}
    >
      {take && <TakePicture url={take.url} size={256} alt="" />}
      <CellSign cell={cell} />
    </div>
  );
}

function isIn(
  element: Element,
  { clientX: x, clientY: y }: { readonly clientX: number; readonly clientY: number },
): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return x >= left && x < right && y >= top && y < bottom;
}

/** The state of a cell without a picture, and the marks of one that has a picture. */
function CellSign({ cell: { state, take, isChosen } }: { readonly cell: SheetCell }) {
  if (state === 'running') return <span className={styles.running} aria-hidden="true" />;
  if (state !== 'done') {
    const icon = ({ failed: 'warning', waiting: 'history', empty: 'image' } as const)[state];
    return (
      <span className={classNames(styles.sign, state === 'failed' && styles.failed)} aria-hidden="true">
        <Icon name={icon} size={18} />
      </span>
    );
  }
  return (
    <span className={styles.badges} aria-hidden="true">
      {isChosen && <Icon name="check" size={14} />}
      {take !== null && take.rating !== null && take.rating > 0 && (
        <>
          <Icon name="star" size={12} />
          {take.rating}
        </>
      )}
    </span>
  );
}
