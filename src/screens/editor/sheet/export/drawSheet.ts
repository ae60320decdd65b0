import { paintSheetCaptions, paintSheetCell, type SheetPicture, type SheetPictureWords } from '../../../../engine';
import type { SheetStore } from '../../../../stores/cells/SheetStore';
import type { ExportWork } from '../../../../stores/cells/SheetExports';
import { paintTheme } from '../../../../theme/paintTheme';
import { readInOrder } from './readInOrder';
import type { ExportedSheet } from './zipSheet';

/** Longer side of a small version; pixels. */
const SMALL = 256;
const LARGE = 1024;

interface DrawnWith extends ExportWork {
  readonly words: SheetPictureWords;
  /** Reads a small version; null when there is none any more. */
  readonly read: (url: string, size: 256 | 1024) => Promise<Blob | null>;
}

/** Draws what a sheet shows as one picture, always with the light theme, which suits paper. */
export async function drawSheet(
  { table }: SheetStore,
  picture: SheetPicture,
  { words, read, signal, onProgress }: DrawnWith,
): Promise<ExportedSheet> {
  const theme = paintTheme('light');
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('there is no canvas to draw on');
  context.imageSmoothingQuality = 'high';
  // The font loads in parts, by the letters it is needed for.
  const letters = [...new Set([...table.rows, ...table.columns, words.title, ...Object.values(words.states)].join(''))];
  await Promise.all(
    [400, 500, 700].map((weight) => document.fonts.load(`${weight} 16px ${theme.fontFamily}`, letters.join(''))),
  );
  signal.throwIfAborted();
  paintSheetCaptions(context, table, picture, { theme, words });

  const cells = table.rows.flatMap((_row, row) =>
    table.columns.map((_column, column) => ({ row, column, ...table.cellAt(row, column) })),
  );
  const total = cells.filter(({ url }) => url !== null).length;
  onProgress({ done: 0, total });
  const size = picture.cell > SMALL ? LARGE : SMALL;
  const readCell = async (cell: (typeof cells)[number]) => ({
    cell,
    bitmap: cell.url === null ? null : await decode(await read(cell.url, size)),
  });
  let [done, unreadable] = [0, 0];
  for await (const { cell, bitmap } of readInOrder(cells, readCell)) {
    signal.throwIfAborted();
    const shown = bitmap && { bitmap, width: bitmap.width, height: bitmap.height };
    const isBroken = cell.url !== null && shown === null;
    const drawn = { ...cell, picture: isBroken ? ('broken' as const) : shown };
    paintSheetCell(context, picture, cell, drawn, { theme, words });
    bitmap?.close();
    if (isBroken) unreadable += 1;
    if (cell.url !== null) onProgress({ done: (done += 1), total });
  }
  return { file: await canvas.convertToBlob({ type: 'image/png' }), unreadable };
}

async function decode(bytes: Blob | null): Promise<ImageBitmap | null> {
  try {
    return bytes && (await createImageBitmap(bytes));
  } catch (error) {
    console.warn('a picture of the sheet could not be decoded', error);
    return null;
  }
}
