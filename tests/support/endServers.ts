import { afterAll, afterEach } from 'vitest';
import { endAll } from './leftovers';
import { endServers } from './startServer';

// Registered before any hook of the test file, so it comes after all of them: a failed test leaves nothing running.
afterAll(endServers);
// Here and not where they are left: files that share their modules run this once each, and those only once.
afterEach(() => endAll('test'));
afterAll(() => endAll('file'));
