import { afterAll } from 'vitest';
import { endServers } from './startServer';

// Registered before any hook of the test file, so it comes after all of them: a failed test leaves nothing running.
afterAll(endServers);
