import { render } from '@testing-library/react';
import { toast } from 'react-toastify/unstyled';
import { onTestFinished } from 'vitest';
import { App } from '../../../src/App';
import { EditorCode } from '../../../src/screens/shell/EditorCode';
import { systemClock } from '../../../src/stores/browserPorts';
import type { Clock, RecordStore } from '../../../src/stores/ports';
import { createStores, type RootStore } from '../../../src/stores/RootStore';
import { announce } from '../../../src/ui/live/announce';
import { notify } from '../../../src/ui/toasts/notify';
import { FakeEditorScreen } from './FakeEditorScreen';

/** The browser's large store, which jsdom lacks. */
export function memoryRecords(): RecordStore {
  const kept = new Map<string, unknown>();
  return {
    get: async (key) => kept.get(key),
    getMany: async (keys) => keys.map((key) => kept.get(key)),
    setAll: async (entries) => {
      for (const [key, value] of Object.entries(entries)) {
        if (value === undefined) kept.delete(key);
        else kept.set(key, value);
      }
      return true;
    },
    keys: async () => [...kept.keys()],
  };
}

/** Waits of seconds, such as those between two attempts, pass in tenths of them. */
const quickClock: Clock = { ...systemClock, after: (delayMs, run) => systemClock.after(delayMs / 10, run) };

/** The whole app at an address, put together as in main.tsx, with the canvas of `FakeEditorScreen`. */
export function openApp(address: string, records: RecordStore = memoryRecords(), clock: Clock = quickClock): RootStore {
  window.history.replaceState(null, '', address);
  const stores = createStores({
    notify,
    announce,
    alert: (key) => {
      throw new Error(`nothing here should be alarmed by ${key}`);
    },
    readPicture: async (file) => file,
    records,
    clock,
  });
  render(<App editor={new EditorCode(async () => ({ default: FakeEditorScreen }))} stores={stores} />);
  onTestFinished(() => {
    toast.clearWaitingQueue();
    toast.dismiss();
  });
  return stores;
}
