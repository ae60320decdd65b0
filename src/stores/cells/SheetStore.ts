import { action, computed, computedStruct, makeObservable, observableShallow } from 'mobx';
import type { Run } from '../../api/contractRuns';
import type { Take } from '../../api/contractTakes';
import {
  cellOfSheet,
  indexOn,
  projectCell,
  sheetLayout,
  valueWords,
  type Axis,
  type Cell,
  type CellTable,
  type SheetLayout,
  type TableCell,
} from '../../engine';
import type { FlowStore } from '../flow/FlowStore';
import { keyOf, wordsOf } from '../runs/cellKeys';
import { isMadeSince, isProblem } from '../runs/failures';
import type { RunsStore } from '../runs/RunsStore';
import type { TakesStore } from '../takes/TakesStore';
import { REJECTED } from '../../api/contract';

type Step = Run['steps'][number];

export interface SheetCell extends TableCell {
  readonly cell: Cell;
  /** The newest take that is not rejected, else the newest. */
  readonly take: Take | null;
  /** Stable code of why it failed. */
  readonly reason: string | undefined;
}

export interface SheetDeps {
  readonly flow: FlowStore;
  readonly takes: TakesStore;
  readonly runs: Pick<RunsStore, 'cellSteps'>;
  /** The axes of the image node at its left. */
  readonly axes: () => readonly Axis[];
}

/** A cell by its indexes, under the open tabs. */
export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

/** A node without lists has one cell. */
const ONE = [''] as const;

/** The cells that a sheet shows of the image node at its left. Cells are made when they are read, so the cost follows the reads. */
export class SheetStore {
  readonly nodeId: string;
  readonly imageId: string;
  /** Index of the wanted value of each axis, by the axis' id: the cell stays the same when axes change places. */
  private readonly wanted = new Map<string, number>();
  readonly #deps: SheetDeps;

  constructor(nodeId: string, imageId: string, deps: SheetDeps) {
    this.nodeId = nodeId;
    this.imageId = imageId;
    this.#deps = deps;
    makeObservable<this, 'wanted' | 'takesByCell' | 'stepsByCell'>(this, {
      wanted: observableShallow,
      layout: computed,
      open: computedStruct,
      active: computedStruct,
      takesByCell: computed,
      chosen: computed,
      failed: computed,
      stepsByCell: computed,
      table: computed,
      openTab: action,
      setActive: action,
    });
  }

  get layout(): SheetLayout {
    return sheetLayout(this.#deps.axes(), this.#deps.flow.node(this.nodeId)?.data ?? {});
  }

  /** Index of the open value of each tab. */
  get open(): readonly number[] {
    return this.layout.tabs.map((axis) => indexOn(axis, this.wanted));
  }

  /** The cell that keys and the tools below the table act on. */
  get active(): CellPlace {
    const { rows, columns } = this.layout;
    return { row: indexOn(rows, this.wanted), column: indexOn(columns, this.wanted) };
  }

  /** The table that painters read. A new object when any cell may look different. */
  get table(): CellTable {
    // These observables are read here so that MobX tracks them; painters ask outside of MobX.
    const [layout, takes, steps, chosen] = [this.layout, this.takesByCell, this.stepsByCell, this.chosen];
    const { open } = this;
    const columns = headWords(layout.columns);
    // Successive frames ask for the same cells.
    const known: SheetCell[] = [];
    return {
      rows: headWords(layout.rows),
      columns,
      cellAt: (row, column) =>
        (known[row * columns.length + column] ??= cellWith(cellOfSheet(layout, { row, column }, open), {
          takes,
          steps,
          chosen,
        })),
    };
  }

  /** The cell under the open tabs, or under the given ones. */
  cellAt(row: number, column: number, open = this.open): SheetCell {
    const cell = cellOfSheet(this.layout, { row, column }, open);
    return cellWith(cell, { takes: this.takesByCell, steps: this.stepsByCell, chosen: this.chosen });
  }

  /** True when a picture of any cell has been made. */
  get hasPictures(): boolean {
    return this.takesByCell.size > 0;
  }

  /** The cells of its lists whose last attempt has failed, under every tab. */
  get failed(): readonly Cell[] {
    const axes = this.#deps.axes();
    return Array.from(this.stepsByCell).flatMap(([key, step]) => {
      const cell = wordsOf(step.cell);
      const isFailed = isProblem(step) && stateOf(this.takesByCell.get(key) ?? null, step) === 'failed';
      return isFailed && keyOf(projectCell(cell, axes)) === key ? [cell] : [];
    });
  }

  openTab({ id }: Axis, value: number): void {
    this.wanted.set(id, value);
  }

  setActive({ row, column }: CellPlace): void {
    const { rows, columns } = this.layout;
    if (rows) this.wanted.set(rows.id, row);
    if (columns) this.wanted.set(columns.id, column);
  }

  /** Puts axes into the rows and the columns; an edit that can be undone. Those that change places take each other's. */
  setAxes(rows: string | null, columns: string | null): void {
    const { editor } = this.#deps.flow;
    editor.apply([
      { type: 'setData', id: this.nodeId, data: { rows: rows ?? undefined, columns: columns ?? undefined } },
    ]);
  }

  swap(): void {
    const { rows, columns } = this.layout;
    this.setAxes(columns?.id ?? null, rows?.id ?? null);
  }

  /** The take that the image node shows. */
  get chosen(): Take | null {
    const { flow, takes } = this.#deps;
    // Read so that MobX tracks it.
    flow.node(this.imageId);
    return takes.chosen(this.imageId);
  }

  private get takesByCell(): ReadonlyMap<string, Take> {
    const cells = new Map<string, Take>();
    // Takes come newest first.
    for (const take of this.#deps.takes.of(this.imageId)) {
      const key = keyOf(take.cell);
      const known = cells.get(key);
      if (known === undefined || (known.rating === REJECTED && take.rating !== REJECTED)) cells.set(key, take);
    }
    return cells;
  }

  private get stepsByCell(): ReadonlyMap<string, Step> {
    return this.#deps.runs.cellSteps(this.imageId);
  }
}

const headWords = (axis: Axis | null): readonly string[] => axis?.values.map(valueWords) ?? ONE;

interface SheetFacts {
  readonly takes: ReadonlyMap<string, Take>;
  readonly steps: ReadonlyMap<string, Step>;
  readonly chosen: Take | null;
}

function cellWith(cell: Cell, { takes, steps, chosen }: SheetFacts): SheetCell {
  const key = keyOf(cell);
  const take = takes.get(key) ?? null;
  const step = steps.get(key);
  const url = take?.url ?? null;
  return {
    cell,
    take,
    url,
    state: stateOf(take, step),
    reason: step?.state === 'aborted' ? 'aborted' : step?.reason,
    isChosen: take !== null && take.id === chosen?.id,
  };
}

function stateOf(take: Take | null, step: Step | undefined): TableCell['state'] {
  switch (step?.state) {
    case 'waiting':
    case 'running':
      return step.state;
    case 'failed':
    case 'aborted':
    case 'blocked':
      // A later run's picture has replaced the failed one.
      return take !== null && isMadeSince(take, step) ? 'done' : 'failed';
    default:
      return take === null ? 'empty' : 'done';
  }
}
