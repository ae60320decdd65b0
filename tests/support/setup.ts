import { afterAll, afterEach } from 'vitest';
import './laws';
import { endAll } from './leftovers';
import { endServers } from './startServer';
import './waitFor';

// Registered before any hook of the test file, so it comes after all of them: a failed test leaves nothing running.
afterAll(endServers);
// Not in the module of `endAfter`: files that share their modules load this one once each, and that one only once.
afterEach(() => endAll('test'));
afterAll(() => endAll('file'));
