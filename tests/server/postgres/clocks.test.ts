import { afterEach, expect, inject, it, vi } from 'vitest';
import { readConfig } from '../../../server/config';
import { listen } from '../../../server/listen';
import { openApp } from '../support/openApp';

afterEach(() => {
  vi.useRealTimers();
});

it('a server whose clock is more than 5 s from that of the database does not start, and says so [GUARD-3]', async () => {
  expect(inject('postgres')).toBeDefined();
  const { env } = await openApp();
  const config = readConfig({ ...env, LOG_LEVEL: 'silent', PORT: '0' });
  for (const seconds of [-60, -7, 7, 3600]) {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 });
    await expect(listen(config)).rejects.toThrow(
      /^The clock of this machine and that of PostgreSQL are \d+ s apart: set both by a time server/,
    );
    vi.useRealTimers();
  }
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3000 });
  const { close } = await listen(config);
  vi.useRealTimers();
  await close();
});
