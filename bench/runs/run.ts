/**
 * `npm run bench:runs`: what runs over many nodes and a large library of takes cost. Prints the figures beside what they may
 * be and writes bench/results/runs.json.
 */
import { runBench } from '../runBench';
import { judge } from './judge';
import { measureLibrary } from './measureLibrary';

await runBench({
  name: 'runs',
  numbers: { takes: 100_000 },
  parts: {
    librarySqlite: ({ takes }) => measureLibrary('sqlite', takes),
    libraryPostgres: ({ takes }) => measureLibrary('postgres', takes),
  },
  judge,
});
