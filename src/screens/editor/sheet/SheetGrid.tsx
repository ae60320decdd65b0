import { observer } from 'mobx-react-lite';
import { useCallback, useEffect, useEffectEvent, useRef, type CSSProperties, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { walk } from '../../../actions';
import type { Take } from '../../../api/contractTakes';
import { valueWords, type Axis } from '../../../engine';
import { reasonKey } from '../../../stores/runs/runReason';
import type { CellPlace, SheetCell, SheetStore } from '../../../stores/cells/SheetStore';
import { useToastsBelow } from '../../../ui/toasts/useToastsBelow';
import { itemsWithin, renderedIndexes, scrolledTo, useScrolled } from '../../scrolledItems';
import type { DragPress } from '../palette/followDrag';
import { GridCell } from './GridCell';
import styles from './SheetGrid.module.css';

const SIDE = 112;
const HEAD = 36;
/** Cells laid out beyond the window, before they are scrolled to. */
const BEYOND = 1;
/** Cells that Page Up and Page Down move by. */
const PAGE = 5;

type SeenCells = readonly [fromRow: number, toRow: number, fromColumn: number, toColumn: number];

const FIRST_CELLS: SeenCells = [0, 1, 0, 1];

interface SheetGridProps {
  readonly sheet: SheetStore;
  /** Size of a cell; CSS pixels. */
  readonly size: number;
  readonly marked: ReadonlySet<number>;
  readonly keysId: string;
  readonly onChoose: (cell: SheetCell) => void;
  /** Called for a press on a picture, which may become a drag. */
  readonly onPress: (event: PointerEvent, element: HTMLElement, take: Take) => DragPress | null;
  /** Takes a key that is not the grid's own; returns whether it was used. */
  readonly onKey: (event: KeyboardEvent, cell: SheetCell) => boolean;
}

const wordsAt = (axis: Axis | null, place: number): string => {
  const value = axis?.values[place];
  return value ? valueWords(value) : '';
};

/** The cells as a table that arrows walk. Only the part on screen is laid out. */
export const SheetGrid = observer(function SheetGrid(props: SheetGridProps) {
  const { sheet, size, marked, keysId, onChoose, onPress, onKey } = props;
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const readCells = useCallback(
    ({ scrollTop, scrollLeft, clientWidth, clientHeight }: HTMLElement): SeenCells => [
      ...itemsWithin(scrollTop, clientHeight, size, BEYOND),
      ...itemsWithin(scrollLeft, clientWidth, size, BEYOND),
    ],
    [size],
  );
  const [fromRow, toRow, fromColumn, toColumn] = useScrolled(scroller, FIRST_CELLS, readCells);
  const { layout, active } = sheet;
  const { rows, columns } = layout;
  const [rowCount, columnCount] = [rows?.values.length ?? 1, columns?.values.length ?? 1];
  const rowIndexes = renderedIndexes(fromRow, toRow, rowCount, active.row);
  const columnIndexes = renderedIndexes(fromColumn, toColumn, columnCount, active.column);
  const id = (place: CellPlace): string => `${keysId}-${place.row}-${place.column}`;

  const reveal = (): void => {
    const element = scroller.current;
    if (!element) return;
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = element;
    element.scrollLeft = scrolledTo(scrollLeft, clientWidth - SIDE, active.column * size, size);
    element.scrollTop = scrolledTo(scrollTop, clientHeight - HEAD, active.row * size, size);
  };
  const revealActive = useEffectEvent(reveal);
  useEffect(() => revealActive(), [active.row, active.column, size]);
  useToastsBelow(scroller);

  const onKeyDown = (event: KeyboardEvent): void => {
    const { row, column } = active;
    const inRow = {
      at: column,
      count: columnCount,
      across: 1,
      go: (to: number) => sheet.setActive({ row, column: to }),
    };
    const inColumn = {
      at: row,
      count: rowCount,
      down: 1,
      page: PAGE,
      go: (to: number) => sheet.setActive({ row: to, column }),
    };
    const cell = sheet.cellAt(row, column);
    if (!walk(event, inRow) && !walk(event, inColumn) && !onKey(event, cell)) return;
    event.preventDefault();
    event.stopPropagation();
  };

  const stateWords = ({ state, reason, isChosen, take }: SheetCell): string =>
    [
      state === 'failed'
        ? `${t('sheet.failed')}: ${t(reasonKey(reason))}`
        : t(state === 'empty' ? 'sheet.empty_cell' : `sheet.${state}`),
      isChosen && t('sheet.chosen'),
      take !== null && marked.has(take.id) && t('sheet.marked'),
      take !== null &&
        take.rating !== null &&
        (take.rating > 0 ? t('takes.star', { count: take.rating }) : t('takes.rejected')),
    ]
      .filter(Boolean)
      .join(', ');

  const table: CSSProperties = { width: SIDE + columnCount * size, height: HEAD + rowCount * size };
  return (
    <div
      ref={scroller}
      role="grid"
      className={styles.grid}
      aria-label={t('sheet.name')}
      aria-describedby={keysId}
      aria-rowcount={rowCount + 1}
      aria-colcount={columnCount + 1}
      aria-activedescendant={id(active)}
      tabIndex={0}
      data-first=""
      data-testid="sheet-grid"
      onKeyDown={onKeyDown}
      // Its active cell shows the focus. A press has its own place, which must not move under it.
      onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && reveal()}
    >
      <div className={styles.table} style={table} role="presentation">
        <div className={styles.heads} role="row" aria-rowindex={1} style={{ height: HEAD }}>
          {columnIndexes.map((column) => (
            <span
              key={column}
              role="columnheader"
              aria-colindex={column + 2}
              className={styles.head}
              style={{ left: SIDE + column * size, width: size, height: HEAD }}
              title={wordsAt(columns, column)}
            >
              <span className={styles.headWords}>{wordsAt(columns, column)}</span>
            </span>
          ))}
        </div>
        {rowIndexes.map((row) => (
          <div
            key={row}
            role="row"
            aria-rowindex={row + 2}
            className={styles.row}
            style={{ top: HEAD + row * size, height: size }}
          >
            <span
              role="rowheader"
              aria-colindex={1}
              className={styles.side}
              style={{ width: SIDE }}
              title={wordsAt(rows, row)}
            >
              {wordsAt(rows, row)}
            </span>
            {columnIndexes.map((column) => {
              const cell = sheet.cellAt(row, column);
              const name = [wordsAt(rows, row), wordsAt(columns, column), stateWords(cell)].filter(Boolean).join(', ');
              return (
                <GridCell
                  key={column}
                  id={id({ row, column })}
                  cell={cell}
                  name={name}
                  column={column}
                  place={{ left: SIDE + column * size, size }}
                  isActive={row === active.row && column === active.column}
                  isMarked={cell.take !== null && marked.has(cell.take.id)}
                  onActive={() => {
                    sheet.setActive({ row, column });
                    // The grid has the focus, since a cell is out of the document once it is scrolled away.
                    scroller.current?.focus({ preventScroll: true });
                  }}
                  onChoose={() => onChoose(cell)}
                  onPress={(press, element) => cell.take && onPress(press, element, cell.take)}
                />
              );
            })}
          </div>
        ))}
      </div>
    </div>
  );
});
