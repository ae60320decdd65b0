import type { Rule, RuleBook } from './readRules';
import type { Title } from './readTitles';

const ID = /^[A-Z][A-Z0-9]*-[1-9]\d*$/;
const ID_IN_TITLE = /\[([A-Z][A-Z0-9]*-\d+)\]/g;
const IDS_AT_END = /(?:\s*\[[A-Z][A-Z0-9]*-\d+\])+$/;

const idsIn = (words: string): readonly string[] => [...words.matchAll(ID_IN_TITLE)].map(([, id]) => id ?? '');

const list = (files: readonly string[]): string => (files.length === 0 ? 'no file' : files.join(', '));

function offencesOfRules(rules: readonly Rule[], carriers: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const seen = new Set<string>();
  const holding = new Set(rules.flatMap(({ id, retiredFor }) => (retiredFor === null ? [id] : [])));
  return rules.flatMap(({ id, files, retiredFor }) => {
    const offences: string[] = [];
    if (!ID.test(id)) offences.push(`'${id}' is no id of the form PREFIX-N`);
    if (seen.has(id)) offences.push(`${id} is given twice`);
    seen.add(id);
    const carrying = [...(carriers.get(id) ?? [])].toSorted();
    const named = [...files].toSorted();
    if (retiredFor !== null) {
      if (!holding.has(retiredFor)) offences.push(`${id} is retired for ${retiredFor}, which no table has as a rule`);
      if (carrying.length > 0) offences.push(`${id} is retired, it is carried by ${list(carrying)}`);
      return offences;
    }
    if (carrying.length === 0) offences.push(`${id} is shown by no test`);
    if (list(named) !== list(carrying)) offences.push(`${id} names ${list(named)}, it is carried by ${list(carrying)}`);
    return offences;
  });
}

function offencesOfTitle({ file, words, isSkipped }: Title, known: ReadonlySet<string>): string[] {
  const ids = idsIn(words);
  const atEnd = idsIn(IDS_AT_END.exec(words)?.[0] ?? '');
  return [
    ...(isSkipped ? [`${file}: '${words}' is skipped, so it shows nothing`] : []),
    ...(ids.length > atEnd.length ? [`${file}: '${words}' carries an id that is not at its end`] : []),
    ...ids.filter((id) => !known.has(id)).map((id) => `${file}: '${words}' carries ${id}, which no table has`),
  ];
}

/** The sentences in which the tables and the tests disagree; empty when all is well. */
export function findOffences({ rules, brokenRows, emptySections }: RuleBook, titles: readonly Title[]): string[] {
  const carriers = new Map<string, Set<string>>();
  for (const { file, words, isSkipped } of titles) {
    if (isSkipped) continue;
    for (const id of idsIn(words)) carriers.set(id, (carriers.get(id) ?? new Set()).add(file));
  }
  const known = new Set(rules.map(({ id }) => id));
  return [
    ...emptySections.map((section) => `the section '${section}' has no rule`),
    ...brokenRows.map((row) => `no row of three filled cells: ${row}`),
    ...offencesOfRules(rules, carriers),
    ...titles.flatMap((title) => offencesOfTitle(title, known)),
  ];
}
