import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const filesIn = (room: string): string[] =>
  readdirSync(room, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => join(room, file));

const called = (code: string): string[] => Array.from(code.matchAll(/\.(\w+)\(/g), ([, name = '']) => name);

/** Methods of the language's own, and `run`, which an action has itself. */
const isCommon = (name: string): boolean =>
  name === 'run' || [Object, Array.prototype, Map.prototype, Set.prototype, ''].some((owner) => name in Object(owner));

/** Methods of stores and of the engine that actions call. */
const OF_ACTIONS = new Set(
  [...filesIn('src/actions'), 'src/engine/shortcuts.ts']
    .flatMap((file) => called(readFileSync(file, 'utf8')))
    .filter((name) => !isCommon(name)),
);

/** The code of each onClick, without its outer braces. */
const clicksIn = (code: string): string[] =>
  code
    .split('onClick={')
    .slice(1)
    .map((rest) => {
      let depth = 1;
      const end = Array.from(rest).findIndex((character) => {
        if (character === '{') depth += 1;
        if (character === '}') depth -= 1;
        return depth === 0;
      });
      return rest.slice(0, end);
    });

const callsPastActions = (click: string): boolean =>
  /\beditor\.\w+\(/.test(click) || called(click).some((name) => OF_ACTIONS.has(name));

describe('a button of the editor, the library or the bar over them', () => {
  it('runs an action where there is one, and never calls what that calls [TOOL-3]', () => {
    const clicks = ['src/screens/editor', 'src/screens/library', 'src/screens/shell']
      .flatMap(filesIn)
      .flatMap((file) => clicksIn(readFileSync(file, 'utf8')).map((click) => `${file}: ${click}`));
    expect(clicks.length).toBeGreaterThan(60);
    expect(clicks.filter(callsPastActions)).toEqual([]);
  });

  it.each([
    ['<button onClick={() => flow.editor.undo()} />', true],
    ['<button onClick={() => { onClose(); void runs.stop(); }} />', true],
    ['<button onClick={() => CANVAS_ACTIONS.undo.run(flow.editor)} />', false],
    ['<button onClick={() => setIsOpen(true)}>{runs.stop()}</button>', false],
  ])('%s calls past the actions: %s', (code, isPast) => {
    expect(clicksIn(code).some(callsPastActions)).toBe(isPast);
  });
});
