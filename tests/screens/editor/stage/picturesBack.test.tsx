import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { usePictures } from '../../../../src/screens/editor/stage/StandInPictures';
import { pictureAddresses } from '../../../../src/screens/pictureAddresses';
import { StoresProvider } from '../../../../src/screens/StoresContext';
import { Desk } from '../../../stores/support/Desk';
import { FakeTabs } from '../../../stores/support/fakes';
import { TestEditor } from '../../../support/TestEditor';

const BOAT = '/files/boat.png';
const SMALL = `${BOAT}?size=256`;

let desk: Desk;
let stop: () => void;
/** The server's answer to a request for a picture. */
let status: number;
let asked: string[];

beforeEach(() => {
  // The pauses before a picture is asked for again never end here.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  status = 200;
  asked = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(new URL(url).pathname + new URL(url).search);
    return new Response('a picture', { status });
  });
  vi.stubGlobal('createImageBitmap', async () => ({ width: 40, height: 30, close: () => undefined }));
  desk = new Desk();
  stop = desk.stores.start();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const wrapper = ({ children }: { readonly children: ReactNode }) => (
  <StoresProvider stores={desk.stores}>{children}</StoresProvider>
);

/** Opens a canvas with one picture; returns what its card shows once every answer is there. */
function openCanvas(): () => Promise<unknown> {
  const { engine } = TestEditor.with({ boat: { type: 'image', at: [0, 0], data: { value: BOAT } } });
  const { result } = renderHook(() => usePictures(engine, pictureAddresses(desk.stores.api.files)), { wrapper });
  return async () => {
    result.current.pictures.get(BOAT, 245);
    for (let turns = 0; turns < 20; turns += 1) await turn();
    return result.current.pictures.get(BOAT, 245);
  };
}

it('shows a picture that was refused when the session had ended, once its member is signed in again in another tab', async () => {
  status = 401;
  const look = openCanvas();
  expect(await look()).toBe('broken');
  status = 200;
  expect([await look(), asked]).toEqual(['broken', [SMALL]]);
  act(() => new FakeTabs(desk.tabs).tellMember('jin'));
  expect(await look()).toMatchObject({ width: 40 });
  expect(asked.slice(1)).toEqual([SMALL]);
});

it('shows a picture that could not be had without a network, once the network is back', async () => {
  status = 404;
  const look = openCanvas();
  expect(await look()).toBe('broken');
  status = 200;
  act(() => desk.network.set(false));
  expect([await look(), asked]).toEqual(['broken', [SMALL, BOAT]]);
  act(() => desk.network.set(true));
  expect(await look()).toMatchObject({ width: 40 });
});
