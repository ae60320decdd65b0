import { expect, it } from 'vitest';
import { KeyedMutex } from '../../server/Mutex';

it('a keyed mutex runs the tasks of one key in their order, a failed one among them, and other keys beside it', async () => {
  const mutex = new KeyedMutex();
  const done: string[] = [];
  let release: (() => void) | undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const first = mutex.run('a', async () => {
    await held;
    done.push('first');
    throw new Error('no');
  });
  const second = mutex.run('a', async () => void done.push('second'));
  await mutex.run('b', async () => void done.push('other'));
  expect(done).toEqual(['other']);
  release?.();
  await expect(first).rejects.toThrow('no');
  await second;
  await mutex.run('a', async () => void done.push('third'));
  expect(done).toEqual(['other', 'first', 'second', 'third']);
});
