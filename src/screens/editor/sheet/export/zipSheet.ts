import { downloadZip } from 'client-zip';
import type { TFunction } from 'i18next';
import type { SheetStore } from '../../../../stores/cells/SheetStore';
import type { ExportWork } from '../../../../stores/cells/SheetExports';
import { safeFileName } from '../../../../ui/safeFileName';
import { extensionOf } from '../../pictures/pictureFileName';
import { axesOfSheet, cellsOfSheet, type PlacedCell } from './cellsOfSheet';
import { readInOrder } from './readInOrder';
import { recipeHeadings, recipeRow, type RecipeEntry, csvOf } from './recipeTable';

/** A name this long, with its folder, stays below the longest path of Windows. */
const NAME_CHARACTERS = 60;

export interface ExportedSheet {
  readonly file: Blob;
  /** Number of pictures that could not be read and are not in it. */
  readonly unreadable: number;
}

interface ZippedWith extends ExportWork {
  readonly t: TFunction;
  /** Reads the stored bytes; null when there are none any more. */
  readonly read: (url: string) => Promise<Blob | null>;
}

interface ZippedFile {
  readonly name: string;
  readonly input: Blob | string;
  readonly lastModified?: Date;
}

/** Zips the stored bytes of every cell's picture, with a table of how each was made. */
export async function zipSheet(sheet: SheetStore, { t, read, signal, onProgress }: ZippedWith): Promise<ExportedSheet> {
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
    for await (const { placed, bytes } of readInOrder(cells, readCell)) {
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

/** Row and column come first, so that a folder lists the files as the sheet does; each tab is a folder. */
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

/** The number from one, with as many digits as the last one has. */
const numbered = (place: number, count: number): string => String(place + 1).padStart(String(count).length, '0');
