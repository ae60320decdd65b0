import { downloadZip } from 'client-zip';
import type { TFunction } from 'i18next';
import type { SheetStore } from '../../../../stores/cells/SheetStore';
import type { ExportWork } from '../../../../stores/cells/SheetExports';
import { extensionOf } from '../../actions/pictureFileName';
import { safeFileName } from '../../actions/safeFileName';
import { axesOfSheet, cellsOfSheet, type PlacedCell } from './cellsOfSheet';
import { csvOf } from './csvOf';
import { readInOrder } from './readInOrder';
import { recipeHeadings, recipeRow, type RecipeEntry } from './recipeTable';

/** Browsers give six connections to a host, and the canvas needs some. */
const READ_AT_ONCE = 4;
/** With its folder it stays below what Windows takes of a path. */
const NAME_CHARACTERS = 60;

export interface Exported {
  readonly file: Blob;
  /** How many pictures could not be read: they are not in it. */
  readonly unreadable: number;
}

interface ZippedWith extends ExportWork {
  readonly t: TFunction;
  /** The stored bytes; null where there are none any more. */
  readonly read: (url: string) => Promise<Blob | null>;
}

interface ZippedFile {
  readonly name: string;
  readonly input: Blob | string;
  readonly lastModified?: Date;
}

/** The stored bytes of every cell's picture, and a table that tells what made each. */
export async function zipSheet(sheet: SheetStore, { t, read, signal, onProgress }: ZippedWith): Promise<Exported> {
  const cells = [...cellsOfSheet(sheet)];
  const total = cells.filter(({ cell }) => cell.take !== null).length;
  const entries: RecipeEntry[] = [];
  let unreadable = 0;
  let done = 0;
  const readCell = async (placed: PlacedCell): Promise<{ placed: PlacedCell; bytes: Blob | null }> => {
    const { take } = placed.cell;
    return { placed, bytes: take && (await read(take.url)) };
  };
  async function* files(): AsyncGenerator<ZippedFile> {
    onProgress({ done, total });
    for await (const { placed, bytes } of readInOrder(cells, READ_AT_ONCE, readCell)) {
      signal.throwIfAborted();
      const { cell, words } = placed;
      const isUnreadable = cell.take !== null && bytes === null;
      const file = bytes && cell.take ? fileName(placed, sheet, cell.take.url, t) : null;
      entries.push({ cell, words, file, isUnreadable });
      if (isUnreadable) unreadable += 1;
      if (cell.take) onProgress({ done: (done += 1), total });
      if (bytes && file !== null && cell.take)
        yield { name: file, input: bytes, lastModified: new Date(cell.take.createdAt) };
    }
    const table = [recipeHeadings(axesOfSheet(sheet), t), ...entries.map((entry) => recipeRow(entry, t))];
    yield { name: `${t('recipes.table')}.csv`, input: csvOf(table) };
  }
  const file = await downloadZip(files()).blob();
  return { file, unreadable };
}

/** Row and column in front, so that a folder lists them as the sheet does; each tab is a folder. */
function fileName({ row, column, tabs, words }: PlacedCell, { layout }: SheetStore, url: string, t: TFunction): string {
  const [rowCount, columnCount] = [layout.rows?.values.length ?? 1, layout.columns?.values.length ?? 1];
  const own = words.slice(0, words.length - tabs.length);
  const place = `${numbered(row, rowCount)}-${numbered(column, columnCount)}`;
  const named = [place, safeFileName(own.join(', '), NAME_CHARACTERS)].filter((part) => part !== '').join(' ');
  const folders = tabs.map((value, tab) => {
    const name = safeFileName(words[own.length + tab] ?? '');
    return [numbered(value, layout.tabs[tab]?.values.length ?? 1), name].filter((part) => part !== '').join(' ');
  });
  return [t('recipes.pictures'), ...folders, `${named}.${extensionOf(url)}`].join('/');
}

/** Counted from one, with as many digits as the last of them has. */
const numbered = (place: number, count: number): string => String(place + 1).padStart(String(count).length, '0');
