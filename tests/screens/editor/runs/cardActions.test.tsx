import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useCallback, useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Api } from '../../../../src/api';
import { StoresProvider } from '../../../../src/screens/StoresContext';
import { Desk } from '../../../stores/support/Desk';
import { PictureOverlay } from '../../../../src/screens/editor/pictures/PictureOverlay';
import { useCardActions } from '../../../../src/screens/editor/runs/useCardActions';
import { useFileChooser } from '../../../../src/screens/editor/pictures/useFileChooser';
import { useRuns } from '../../../../src/screens/editor/runs/showRuns';
import { en } from '../../../../src/i18n/en';
import { Conversion } from '../../../../src/stores/Conversion';
import { GenerationStore } from '../../../../src/stores/generation/GenerationStore';
import { PendingJobs } from '../../../../src/stores/generation/PendingJobs';
import type { Notice } from '../../../../src/stores/Notice';
import { systemClock } from '../../../../src/stores/browserPorts';
import { Uploads } from '../../../../src/stores/Uploads';
import { LiveRegion } from '../../../../src/ui/live/LiveRegion';
import { pipe, TestEditor } from '../../../support/TestEditor';

/** The provider's host on the other side of the API; each test sets its answers. */
const host = {
  analyze: vi.fn<Api['nodes']['analyze']>(),
  generateImage: vi.fn<Api['nodes']['generateImage']>(),
  upload: vi.fn<Api['files']['upload']>(),
  abort: vi.fn<Api['jobs']['abort']>(),
};
const notices: Notice[] = [];
const records = {
  get: async () => undefined,
  getMany: async () => [],
  setAll: async () => true,
  keys: async () => [],
};

let editor: TestEditor;

const NO_RUNS = {
  byNode: new Map(),
  isUnderWay: () => false,
  stopAt: async () => undefined,
  planning: { ask: () => undefined },
};
const NO_CELLS = { axesOf: () => [] };

function Canvas() {
  const [{ generation, conversion, uploads }] = useState(() => {
    const notify = (notice: Notice): void => void notices.push(notice);
    const nodes = {
      analyze: host.analyze,
      generateImage: host.generateImage,
      generateText: host.generateImage as never,
    };
    const jobs = { abort: host.abort, list: async () => [], events: host.generateImage as never };
    const deps = { editor: editor.engine, notify, announce: () => undefined };
    return {
      conversion: new Conversion({ ...deps, nodes }),
      generation: new GenerationStore({
        ...deps,
        pid: 1,
        api: { nodes, jobs },
        clock: systemClock,
        newId: () => 'key',
        pictureFor: async (value) => value,
        catchUp: async () => undefined,
        pending: new PendingJobs({
          records,
          slot: { pid: 1, memberId: 'm1', tabId: null },
          tabs: { claim: async () => null },
        }),
        events: { begun: async () => undefined, watchEnds: () => () => null },
      }),
      uploads: new Uploads({
        ...deps,
        files: {
          upload: host.upload,
          read: async () => new Blob(),
          signer: async () => null,
          smallUrl: (url) => url,
          resolveUrl: (url) => url,
        },
        network: { isOnline: () => true, subscribe: () => () => undefined },
        readPicture: async (file) => file,
        alert: () => window.alert(en.node.invalidFile),
      }),
    };
  });
  const [enlarged, setEnlarged] = useState<string | null>(null);
  const onFiles = useCallback(
    (nodeId: string, files: readonly File[]) => void uploads.chooseFiles(nodeId, files),
    [uploads],
  );
  const { choose, input } = useFileChooser(onFiles);
  useRuns({ editor: editor.engine, generation, runs: NO_RUNS, conversion, uploads, isStill: false });
  useCardActions({
    editor: editor.engine,
    generation,
    runs: NO_RUNS,
    cells: NO_CELLS,
    conversion,
    chooseFile: choose,
    enlarge: setEnlarged,
    unfold: useCallback((_what: string, nodeId: string) => setEnlarged(nodeId), []),
    openSheet: setEnlarged,
  });
  return (
    <>
      {input}
      <button type="button">behind</button>
      {enlarged && <PictureOverlay url="/files/a.png" title="Image" onClose={() => setEnlarged(null)} />}
      <LiveRegion />
    </>
  );
}

const valueOf = (id: string): unknown => editor.engine.document.node(id)?.data.value;
const press = (nodeId: string, action: Parameters<TestEditor['engine']['act']>[1]): void =>
  act(() => editor.engine.act(nodeId, action));
const chooser = (): HTMLInputElement => screen.getByTestId('file-chooser');

beforeEach(() => {
  for (const call of Object.values(host)) call.mockReset();
  notices.length = 0;
  vi.spyOn(console, 'warn').mockReturnValue();
  editor = TestEditor.with(
    {
      idea: { type: 'textPrompt', at: [0, 0], data: { value: 'a cat asleep on a sunny wall' } },
      photo: { type: 'imageUpload', at: [0, 300] },
      art: { type: 'image', at: [450, 0], data: { value: '/files/a.png' } },
    },
    [pipe('idea', 'art')],
  );
  render(
    <StoresProvider stores={new Desk().stores}>
      <Canvas />
    </StoresProvider>,
  );
});

describe('uploading', () => {
  it('opens the file chooser for pictures and keeps the chosen one [NODE-8]', async () => {
    host.upload.mockResolvedValue('/files/cat.png');
    const click = vi.spyOn(chooser(), 'click').mockReturnValue();
    press('photo', 'upload');
    expect(click).toHaveBeenCalledOnce();
    expect(chooser()).toHaveAttribute('accept', 'image/*');
    await userEvent.upload(chooser(), new File(['x'], 'cat.png', { type: 'image/png' }));
    await vi.waitFor(() => expect(valueOf('photo')).toBe('/files/cat.png'));
  });

  it('shows on the card how much of it has gone, until it is there', async () => {
    vi.spyOn(chooser(), 'click').mockReturnValue();
    const ends: (() => void)[] = [];
    const tells: ((share: number) => void)[] = [];
    host.upload.mockImplementation(async (_file, _name, { onProgress } = {}) => {
      if (onProgress) tells.push(onProgress);
      await new Promise<void>((resolve) => ends.push(resolve));
      return '/files/cat.png';
    });
    press('photo', 'upload');
    await userEvent.upload(chooser(), new File(['x'], 'cat.png', { type: 'image/png' }));
    await vi.waitFor(() => expect(editor.engine.runs.get('photo')).toMatchObject({ state: 'uploading' }));
    expect(editor.engine.runs.get('photo')).not.toHaveProperty('share');
    tells[0]?.(0.4);
    expect(editor.engine.runs.get('photo')).toMatchObject({ state: 'uploading', share: 0.4 });
    ends[0]?.();
    await vi.waitFor(() => expect(editor.engine.runs.size).toBe(0));
  });

  it('refuses what is no picture with an alert [NODE-9]', async () => {
    const alert = vi.spyOn(window, 'alert').mockReturnValue();
    vi.spyOn(chooser(), 'click').mockReturnValue();
    press('photo', 'upload');
    await userEvent.upload(chooser(), new File(['x'], 'notes.txt', { type: 'text/plain' }), { applyAccept: false });
    expect(alert).toHaveBeenCalledExactlyOnceWith('Please upload a valid image file.');
    expect(valueOf('photo')).toBeUndefined();
    expect(host.upload).not.toHaveBeenCalled();
  });
});

describe('running', () => {
  it('shows the time on the card while it runs and what feeds it flows; the same button stops it [CARD-5]', async () => {
    host.generateImage.mockImplementation(async function* () {
      yield { event: 'job', data: { id: 'job1' } };
      await new Promise(() => undefined);
    });
    host.abort.mockResolvedValue();
    press('art', 'run');
    await vi.waitFor(() => expect(editor.engine.runs.get('art')).toMatchObject({ state: 'running', elapsedS: 0 }));
    const before = editor.engine.runs.get('art')?.phase;
    await vi.waitFor(() => expect(editor.engine.runs.get('art')?.phase).not.toBe(before));
    expect(editor.engine.flow).not.toBeNull();
    press('art', 'run');
    await vi.waitFor(() => expect(editor.engine.runs.get('art')).toBeUndefined());
    expect(editor.engine.flow).toBeNull();
    expect(host.abort).toHaveBeenCalledExactlyOnceWith('job1');
  });

  it('shows on the card why it failed', async () => {
    host.generateImage.mockImplementation(async function* () {
      yield { event: 'error', data: { message: 'The picture was refused.' } };
    });
    press('art', 'run');
    await vi.waitFor(
      () => expect(editor.engine.runs.get('art')).toEqual({ state: 'failed', message: 'The picture was refused.' }),
      { timeout: 4000 },
    );
  });
});

describe('converting', () => {
  it('makes a category and says of how many items', async () => {
    host.analyze.mockResolvedValue([
      { key: 'subject', value: ['cat'] },
      { key: 'place', value: ['wall'] },
    ]);
    press('idea', 'convert');
    await vi.waitFor(() => expect(editor.engine.document.node('idea')?.type).toBe('category'));
    await vi.waitFor(() =>
      expect(screen.getByTestId('announcements')).toHaveTextContent('Converted to a category with 2 items.'),
    );
  });

  it('shows that it is at it', async () => {
    const answers: ((analysis: []) => void)[] = [];
    host.analyze.mockReturnValue(new Promise((resolve) => answers.push(resolve)));
    press('idea', 'convert');
    await vi.waitFor(() => expect(editor.engine.runs.get('idea')).toEqual({ state: 'running' }));
    answers[0]?.([]);
    await vi.waitFor(() => expect(editor.engine.runs.size).toBe(0));
    expect(notices).toMatchObject([{ titleKey: 'toast.failTitle' }]);
  });
});

describe('enlarging', () => {
  it('shows the original over everything until Escape or a press beside it [OVERLAY-2]', async () => {
    screen.getByRole('button', { name: 'behind' }).focus();
    press('art', 'enlarge');
    const overlay = screen.getByRole('dialog', { name: 'Picture of Image' });
    expect(screen.getByRole('img')).toHaveAttribute('src', '/files/a.png');
    expect(screen.getByRole('button', { name: 'Close' })).toHaveFocus();
    await userEvent.click(screen.getByRole('img'));
    expect(overlay).toBeInTheDocument();
    await userEvent.click(overlay);
    expect(overlay).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'behind' })).toHaveFocus();
    press('art', 'enlarge');
    act(() => void screen.getByRole('dialog').dispatchEvent(new Event('cancel', { cancelable: true })));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('shows a placeholder for a picture that cannot be loaded [OVERLAY-3]', () => {
    press('art', 'enlarge');
    act(() => void screen.getByRole('img').dispatchEvent(new Event('error')));
    expect(screen.getByRole('img', { name: 'The picture cannot be shown.' })).toBeVisible();
  });
});
