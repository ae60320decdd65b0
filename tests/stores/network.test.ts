import { afterEach, expect, it, vi } from 'vitest';
import { browserNetwork } from '../../src/stores/browserPorts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it.each([
  ['http://127.0.0.1:3000/main/7', true],
  ['http://localhost:3000/main/7', true],
  ['http://mulgil.localhost/main/7', true],
  ['http://[::1]:3000/main/7', true],
  ['https://mulgil.example/main/7', false],
  ['http://127.example/main/7', false],
  ['http://192.168.0.7:3000/main/7', false],
])('without a network the server of %s may be asked: %s', (address, mayBeAsked) => {
  vi.stubGlobal('location', new URL(address));
  const browserSays = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  expect(browserNetwork.isOnline()).toBe(mayBeAsked);
  browserSays.mockReturnValue(true);
  expect(browserNetwork.isOnline()).toBe(true);
});
