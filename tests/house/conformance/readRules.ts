/** A row of docs/CONFORMANCE.md. */
export interface Rule {
  readonly id: string;
  readonly words: string;
  /** The test files that the rule names, from the project's root. */
  readonly files: readonly string[];
  /** The rule that replaces it; null while it holds. */
  readonly retiredFor: string | null;
}

export interface RuleBook {
  readonly rules: readonly Rule[];
  /** Rows that are not `| id | rule | shown by |`. */
  readonly brokenRows: readonly string[];
  readonly emptySections: readonly string[];
}

const cellsOf = (row: string): readonly string[] =>
  row
    .replace(/^\s*\||\|\s*$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());

const isHead = (cells: readonly string[]): boolean =>
  cells[0] === 'id' || cells.every((cell) => /^:?-{2,}:?$/.test(cell));

const RETIRED = /^retired: *(\S+)$/;

const filesOf = (cell: string): readonly string[] =>
  cell
    .split(',')
    .map((file) => file.replaceAll('`', '').trim())
    .filter((file) => file !== '');

/** Reads the tables of a page, one a section. */
export function readRules(page: string): RuleBook {
  const rules: Rule[] = [];
  const brokenRows: string[] = [];
  const sections = new Map<string, number>();
  let section: string | null = null;
  for (const line of page.split('\n')) {
    if (line.startsWith('## ')) {
      section = line.slice(3).trim();
      sections.set(section, 0);
    }
    if (!line.startsWith('|')) continue;
    const cells = cellsOf(line);
    if (isHead(cells)) continue;
    const [id, words, shownBy, ...more] = cells;
    if (!id || !words || shownBy === undefined || more.length > 0) {
      brokenRows.push(line);
      continue;
    }
    const retiredFor = RETIRED.exec(shownBy)?.[1] ?? null;
    rules.push({ id, words, files: retiredFor === null ? filesOf(shownBy) : [], retiredFor });
    if (section !== null) sections.set(section, (sections.get(section) ?? 0) + 1);
  }
  const emptySections = [...sections].filter(([, count]) => count === 0).map(([name]) => name);
  return { rules, brokenRows, emptySections };
}
