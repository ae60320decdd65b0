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

const runsAction = (click: string): boolean => /_ACTIONS?\b|\b[pP]ress(?:Action)?\(|\brun(?:\.run)?\(/.test(click);

/** Names of the functions that a click calls, besides those of its event. */
const handlersIn = (click: string): string[] =>
  /^[\w.]+$/.test(click)
    ? [click.slice(click.lastIndexOf('.') + 1)]
    : Array.from(click.matchAll(/(\w+)\(/g), ([, name = '']) => name).filter(
        (name) => !/^(?:preventDefault|stopPropagation|below)$/.test(name),
      );

/** The handlers of buttons that run no action, by the reason. Give a new one its reason here, or make it an action. */
const NO_ACTIONS: Readonly<Record<string, readonly string[]>> = {
  // An option of a list, a tab or a mode, which is shown then.
  choosing: ['onChoose', 'choose', 'setMode', 'openTab'],
  // A part of the view that it is in.
  showing: ['fold', 'setIsOpen', 'setIsWhole', 'setIsReplacing', 'setMenuAt', 'onArrange', 'focus'],
  // A badge that is given its action.
  widget: ['onStop'],
  // It stands where the app has failed, and runs without the rest of it.
  failing: ['reload'],
};

/** The clicks in these rooms, each with its file. */
const clicksOf = (rooms: readonly string[]): readonly (readonly [file: string, click: string])[] =>
  rooms
    .flatMap(filesIn)
    .flatMap((file) =>
      clicksIn(readFileSync(file, 'utf8')).map((click) => [file, click.replaceAll(/\s+/g, ' ')] as const),
    );

describe('a button of the app', () => {
  const rooms = ['src/screens', 'src/ui'];

  it('runs an action where there is one, and never calls what that calls [TOOL-3]', () => {
    const clicks = clicksOf(rooms);
    expect(clicks.length).toBeGreaterThan(30);
    expect(clicks.filter(([, click]) => callsPastActions(click))).toEqual([]);
  });

  it('that runs none is one of those with a reason [TOOL-3]', () => {
    const others = clicksOf(rooms).filter(([, click]) => !runsAction(click));
    const reasoned = Object.values(NO_ACTIONS).flat();
    expect(others.filter(([, click]) => !handlersIn(click).every((name) => reasoned.includes(name)))).toEqual([]);
    const called = new Set(others.flatMap(([, click]) => handlersIn(click)));
    expect(reasoned.filter((name) => !called.has(name))).toEqual([]);
  });

  it('has no letter for a key but that of its action [TOOL-3]', () => {
    const files = rooms.flatMap(filesIn);
    const heard = /'Key[A-Z]'|\b(?:key|code) === '[A-Za-z]'/;
    expect(files.filter((file) => heard.test(readFileSync(file, 'utf8')))).toEqual([]);
  });

  it('has Escape only by the action that closes, but for the end of a text that is being written [TOOL-3]', () => {
    const files = rooms.flatMap(filesIn);
    const heard = files.filter((file) => readFileSync(file, 'utf8').includes("'Escape'"));
    expect(heard.filter((file) => !/(?:Field\.tsx|outlineKeys\.ts)$/.test(file))).toEqual([]);
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
