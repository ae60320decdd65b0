import type { TFunction } from 'i18next';
import type { Axis } from '../../../../engine';
import type { SheetCell } from '../../../../stores/cells/SheetStore';
import { reasonKey } from '../../../../stores/runs/runReason';
import { picturesOfTake, wordsOfTake } from '../../takes/takeWords';
import { axisName } from '../sheetOf';

/** Content of a table's cell; null leaves it empty. */
type CsvValue = string | number | null;

/** Excel takes a file without it for one in the system's old code page, and garbles Hangul. */
const BYTE_ORDER_MARK = '\u{FEFF}';
/** Characters that begin a formula in spreadsheets, with the wide forms of Korean input methods. */
const FORMULA = /^\s*[=+\-@＝＋－＠]/u;
const NEEDS_QUOTES = /["\r\n,;\t]|^\s|\s$/u;

/** A table in the form of RFC 4180, for spreadsheets: somebody else's words never become a formula. */
export const csvOf = (rows: readonly (readonly CsvValue[])[]): string =>
  BYTE_ORDER_MARK + rows.map((row) => `${row.map(field).join(',')}\r\n`).join('');

function field(value: CsvValue): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const MICROS = 1e6;

/** A cell's line in the table of recipes. */
export interface RecipeEntry {
  readonly cell: SheetCell;
  /** The words of its axes, in the order of the headings. */
  readonly words: readonly string[];
  /** Path of its picture in the zip; null without a picture. */
  readonly file: string | null;
  /** True when it has a picture that could not be read. */
  readonly isUnreadable: boolean;
}

export const recipeHeadings = (axes: readonly Axis[], t: TFunction): readonly string[] => [
  t('recipes.file'),
  ...axes.map((axis) => axisName(axis, t)),
  t('recipes.state'),
  t('recipes.rating'),
  t('recipes.isChosen'),
  t('takes.words'),
  t('recipes.sources'),
  t('takes.model'),
  t('recipes.asked'),
  t('sheet.aspectRatio'),
  t('recipes.number'),
  t('recipes.cost'),
  t('takes.time'),
];

export function recipeRow({ cell, words, file, isUnreadable }: RecipeEntry, t: TFunction): readonly CsvValue[] {
  const { take } = cell;
  const first = [file, ...words, isUnreadable ? t('recipes.unreadable') : stateWords(cell, t)];
  if (take === null) return first;
  return [
    ...first,
    take.rating !== null && take.rating < 0 ? t('takes.rejected') : take.rating,
    cell.isChosen ? t('recipes.yes') : null,
    wordsOfTake(take),
    picturesOfTake(take).join(' '),
    take.model,
    take.recipe?.model ?? null,
    take.recipe?.settings.aspectRatio ?? null,
    take.number,
    take.costMicros === null ? null : take.costMicros / MICROS,
    localTime(take.createdAt),
  ];
}

function stateWords({ state, reason }: SheetCell, t: TFunction): string {
  if (state === 'failed') return `${t('sheet.failed')}: ${t(reasonKey(reason))}`;
  return t(state === 'empty' ? 'sheet.empty_cell' : `sheet.${state}`);
}

/** Time in the one form that spreadsheets of every language recognise. */
const localTime = (iso: string): string => new Date(iso).toLocaleString('sv-SE');
