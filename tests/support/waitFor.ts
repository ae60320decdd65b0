import { vi } from 'vitest';

// A busy machine must not fail the tests: `vi.waitFor` gives up after a second and, unlike `expect.poll`, has no setting for that.
const { waitFor } = vi;

vi.waitFor = (look, options) =>
  waitFor(look, { timeout: 120_000, ...(typeof options === 'number' ? { timeout: options } : options) });
