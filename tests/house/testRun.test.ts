import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

describe('a run of the tests', () => {
  it('that has started a PostgreSQL still ends with what its tests said', () => {
    const run = `
      const { Postgres } = await import('./tests/server/support/Postgres.ts');
      const server = await Postgres.start();
      await server.remove();
      process.exitCode = 7;`;
    const { status, stderr } = spawnSync('node', ['--import', 'tsx', '--input-type=module', '--eval', run], {
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(status).toBe(7);
  }, 30_000);
});
