/** Content of a table's cell; null leaves it empty. */
export type CsvValue = string | number | null;

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
