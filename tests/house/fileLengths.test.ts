import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const filesIn = (room: string): string[] =>
  readdirSync(room, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => join(room, path));

const linesOf = (path: string): number => readFileSync(path, 'utf8').split('\n').length - 1;

describe('the files of the app and the server', () => {
  const files = [...filesIn('src'), ...filesIn('server')];

  it('have 400 lines at most', () => {
    expect(files.filter((path) => linesOf(path) > 400)).toEqual([]);
  });

  it('are seldom a dozen lines or fewer: less than one in eleven', () => {
    expect(files.filter((path) => linesOf(path) <= 12).length).toBeLessThan(files.length / 11);
  });
});
