import type { i18n, ParseKeys, TFunction } from 'i18next';
import type { Api } from '../../../../api';
import { sheetPicture, valueWords } from '../../../../engine';
import { causeOf } from '../../../../stores/causeOf';
import { readForExport } from '../../../../stores/cells/readForExport';
import { LONG_NOTICE_MS } from '../../../../stores/Notice';
import type { Clock } from '../../../../stores/ports';
import type { MakeExport } from '../../../../stores/cells/SheetExports';
import type { SheetStore } from '../../../../stores/cells/SheetStore';
import type { TakesStore } from '../../../../stores/takes/TakesStore';
import { downloadFile } from '../../../../ui/downloadFile';
import { announce } from '../../../../ui/live/announce';
import { notify } from '../../../../ui/toasts/notify';
import { safeFileName } from '../../../../ui/safeFileName';
import { axisName } from '../sheetOf';
import { axesOfSheet } from './cellsOfSheet';
import { drawSheet } from './drawSheet';
import { zipSheet } from './zipSheet';

interface ExportedWith {
  readonly files: Pick<Api['files'], 'read'>;
  readonly takes: Pick<TakesStore, 'loadNode'>;
  readonly i18n: Pick<i18n, 't'>;
  readonly clock: Clock;
}

/** Makes the file of a sheet and hands it to the person. */
export const exportSheet =
  ({ files, takes, i18n: { t }, clock }: ExportedWith): MakeExport =>
  async (form, sheet, work) => {
    const { signal } = work;
    const read = readForExport({ files, clock, signal });
    const draw = async () => {
      const { table, layout } = sheet;
      const title = layout.tabs
        .map((axis, tab) => `${axisName(axis, t)}: ${valueWords(axis.values[sheet.open[tab] ?? 0] ?? {})}`)
        .join(', ');
      const picture = sheetPicture(table, title);
      if (picture === null) {
        tell('sheet.tooManyCells', t('sheet.tooManyCellsHow'));
        return null;
      }
      const states = {
        empty: t('sheet.empty_cell'),
        waiting: t('sheet.waiting'),
        running: t('sheet.running'),
        failed: t('sheet.failed'),
      };
      const words = { title, states, broken: t('recipes.unreadable') };
      const exported = await drawSheet(sheet, picture, { ...work, words, read });
      return { ...exported, cell: picture.isSmaller ? picture.cell : null };
    };
    try {
      // A sheet that was never opened knows its newest pictures only.
      if (!(await takes.loadNode(sheet.imageId))) {
        tell('sheet.notExported', t('sheet.exportUnreachable'));
        return;
      }
      signal.throwIfAborted();
      const made = form === 'zip' ? { ...(await zipSheet(sheet, { ...work, t, read })), cell: null } : await draw();
      signal.throwIfAborted();
      if (made === null) return;
      downloadFile(made.file, `${fileName(sheet, t)}.${form === 'zip' ? 'zip' : 'png'}`);
      announce('sheet.saved');
      if (made.cell !== null) tell('sheet.savedSmaller', t('sheet.savedSmallerHow', { cell: made.cell }), 'info');
      if (made.unreadable > 0) tell('sheet.lacksPictures', t('sheet.lacksPicturesHow', { count: made.unreadable }));
    } catch (error) {
      signal.throwIfAborted();
      console.warn('the sheet could not be exported', error);
      const isOfNetwork = causeOf(error) !== 'other';
      tell('sheet.notExported', t(isOfNetwork ? 'sheet.exportUnreachable' : 'sheet.notExportedHow'));
    }
  };

const tell = (titleKey: ParseKeys, description: string, variant: 'destructive' | 'info' = 'destructive'): void =>
  notify({ variant, titleKey, description, durationMs: LONG_NOTICE_MS });

/** A sheet has no name of its own: it is named by what it compares. */
const fileName = (sheet: SheetStore, t: TFunction): string =>
  safeFileName(
    [
      t('sheet.name'),
      axesOfSheet(sheet)
        .map((axis) => axisName(axis, t))
        .join(' x '),
    ].join(' '),
  );
