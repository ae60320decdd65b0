/** Side of a cell; world pixels. */
const CELL = 600;

/** Boxes by number in the cells of a grid. What lies beyond the grid is kept in its outermost cells. */
export class GridIndex {
  readonly #columns: number;
  readonly #rows: number;
  readonly #cells: number[][];
  readonly #places: Int32Array;
  readonly #seen: Uint32Array;
  #stamp = 0;
  #originX = 0;
  #originY = 0;

  constructor(width: number, height: number, capacity: number) {
    this.#columns = Math.max(1, Math.ceil(width / CELL));
    this.#rows = Math.max(1, Math.ceil(height / CELL));
    this.#cells = Array.from({ length: this.#columns * this.#rows }, () => []);
    this.#places = new Int32Array(capacity * 4).fill(-1);
    this.#seen = new Uint32Array(capacity);
  }

  /** Everything moved by this much: the grid moves instead. */
  shift(x: number, y: number): void {
    this.#originX += x;
    this.#originY += y;
  }

  set(item: number, x: number, y: number, width: number, height: number): void {
    const at = item * 4;
    if (this.#places[at]! >= 0) this.#eachCell(at, (cell) => cell.splice(cell.indexOf(item), 1));
    this.#places[at] = this.#column(x);
    this.#places[at + 1] = this.#row(y);
    this.#places[at + 2] = this.#column(x + width);
    this.#places[at + 3] = this.#row(y + height);
    this.#eachCell(at, (cell) => cell.push(item));
  }

  /** Writes what lies in the cells of this part into `found`, each once. */
  search(left: number, top: number, right: number, bottom: number, found: number[]): void {
    found.length = 0;
    const stamp = ++this.#stamp;
    const lastColumn = this.#column(right);
    const lastRow = this.#row(bottom);
    for (let row = this.#row(top); row <= lastRow; row++) {
      for (let column = this.#column(left); column <= lastColumn; column++) {
        for (const item of this.#cells[row * this.#columns + column]!) {
          if (this.#seen[item] === stamp) continue;
          this.#seen[item] = stamp;
          found.push(item);
        }
      }
    }
  }

  #eachCell(at: number, visit: (cell: number[]) => void): void {
    for (let row = this.#places[at + 1]!; row <= this.#places[at + 3]!; row++) {
      for (let column = this.#places[at]!; column <= this.#places[at + 2]!; column++) {
        visit(this.#cells[row * this.#columns + column]!);
      }
    }
  }

  #column(x: number): number {
    return Math.min(this.#columns - 1, Math.max(0, Math.floor((x - this.#originX) / CELL)));
  }

  #row(y: number): number {
    return Math.min(this.#rows - 1, Math.max(0, Math.floor((y - this.#originY) / CELL)));
  }
}
