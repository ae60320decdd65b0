import { Blob as StreamedBlob } from 'node:buffer';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { SHEET_ACTIONS, type SheetTarget } from '../../../../src/actions';
import { ApiFailure } from '../../../../src/api';
import { startI18n } from '../../../../src/i18n/startI18n';
import { csvOf } from '../../../../src/screens/editor/sheet/export/recipeTable';
import { exportSheet } from '../../../../src/screens/editor/sheet/export/exportSheet';
import type { OpenEditor } from '../../../../src/stores/EditorSession';
import { systemClock } from '../../../../src/stores/browserPorts';
import type { Clock } from '../../../../src/stores/ports';
import { SheetExports } from '../../../../src/stores/cells/SheetExports';
import * as downloads from '../../../../src/ui/downloadFile';
import * as toasts from '../../../../src/ui/toasts/notify';
import { Desk } from '../../../stores/support/Desk';
import { failure } from '../../../stores/support/FakeProjects';
import { art, canvas, list, pipe } from '../../../stores/support/snapshots';

let desk: Desk;
let open: OpenEditor;

const lists = [list('a', '무엇', '강, =산()'), list('b', '화풍', '수채화, 유화, 판/화'), list('c', '때', '낮, 밤')];

// jsdom's blobs cannot be read as streams, and Node's encoder does not make jsdom's arrays.
beforeAll(() => {
  vi.stubGlobal('Blob', StreamedBlob);
  vi.stubGlobal('Uint8Array', Object.getPrototypeOf(Buffer));
});
afterAll(() => void vi.unstubAllGlobals());

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  desk = new Desk();
  desk.projects.put(
    7,
    canvas(
      [...lists, art('one'), { id: 'table', type: 'sheet', position: { x: 900, y: 0 }, data: {} }],
      [...lists.map(({ id }) => pipe(id, 'one')), pipe('one', 'table', 'image')],
    ),
  );
  desk.takes.put('one', '/files/11.png', { cell: { a: '강', b: '수채화', c: '낮' }, rating: -1 });
  desk.takes.put('one', '/files/22.jpeg', {
    cell: { a: '=산()', b: '판/화', c: '밤' },
    recipe: {
      model: '-model',
      settings: { aspectRatio: '16:9' },
      items: [
        { type: 'text_prompt', content: '=HYPERLINK("http://x.test","모두, 보기")' },
        { type: 'image_prompt', content: '/files/from.png' },
      ],
    },
    rating: 4,
    costMicros: 39_000,
  });
  open = await desk.edit(7);
});

const sheet = () => {
  const found = open.cells.sheets.get('table');
  if (!found) throw new Error('no sheet');
  return found;
};

/** Pauses end at once, and are noted. */
let pauses: number[] = [];
const immediately: Clock = {
  ...systemClock,
  after: (delayMs, run) => {
    pauses.push(delayMs);
    queueMicrotask(run);
    return () => undefined;
  },
};

/** Exports the zip; returns the saved file and the messages. */
async function zipped(read: (url: string) => Promise<Blob>) {
  const saved: { file: Blob; name: string }[] = [];
  vi.spyOn(downloads, 'downloadFile').mockImplementation((file, name) => void saved.push({ file, name }));
  const told = vi.spyOn(toasts, 'notify').mockReturnValue();
  const files = { read };
  const exports = new SheetExports(
    exportSheet({ files, takes: open.takes, i18n: startI18n('ko'), clock: immediately }),
  );
  await exports.save('zip', sheet());
  const [first] = saved;
  const entries = first ? unzipSync(new Uint8Array(await first.file.arrayBuffer())) : {};
  return { name: first?.name, entries, told: told.mock.calls.map(([notice]) => notice.titleKey) };
}
const bytesOf = async (url: string): Promise<Blob> => new Blob([`bytes of ${url}`], { type: 'image/png' });

/** Fields of each line, none of which has a quoted line break. */
const tableIn = (entries: Record<string, Uint8Array>): string =>
  strFromU8(entries['만든 방법.csv'] ?? new Uint8Array());

describe('the zip of a sheet', () => {
  it('has the stored bytes of each picture under the words of its cell, and a table of all cells [SHEET-9]', async () => {
    const { name, entries, told } = await zipped(bytesOf);
    expect(name).toBe('비교표 화풍 x 무엇 x 때.zip');
    expect(Object.keys(entries)).toEqual([
      '이미지/1 낮/1-1 수채화, 강.png',
      '이미지/2 밤/3-2 판 화, =산().jpg',
      '만든 방법.csv',
    ]);
    expect(strFromU8(entries['이미지/1 낮/1-1 수채화, 강.png'] ?? new Uint8Array())).toBe('bytes of /files/11.png');
    expect([...(entries['만든 방법.csv'] ?? [])].slice(0, 3)).toEqual([0xef, 0xbb, 0xbf]);
    const lines = tableIn(entries).split('\r\n');
    expect(lines[0]).toBe(
      '파일,화풍,무엇,때,상태,별점,선택됨,글,만드는 데 쓴 이미지,모델,요청한 모델,비율,반복 번호,비용 (USD),만든 때',
    );
    // A heading, twelve cells, and the end of the last line.
    expect(lines).toHaveLength(1 + 12 + 1);
    expect(lines[1]).toMatch(
      /^"이미지\/1 낮\/1-1 수채화, 강\.png",수채화,강,낮,이미지,제외한 결과,,a cat asleep,,gemini-2\.5-flash-image,Gemini-2\.5-flash,,0,0\.039,2026-11-\d\d \d\d:\d\d:00$/,
    );
    expect(lines[2]).toBe(",수채화,'=산(),낮,아직 만들지 않음");
    expect(lines[12]).toContain(
      `,판/화,'=산(),밤,이미지,4,,"'=HYPERLINK(""http://x.test"",""모두, 보기"")",/files/from.png,gemini-2.5-flash-image,'-model,16:9,0,0.039,`,
    );
    expect(told).toEqual([]);
  });

  it('is made without a picture that is gone, and says so; without a connection there is none [SHEET-9]', async () => {
    const gone = await zipped((url) => (url === '/files/11.png' ? Promise.reject(failure(404)) : bytesOf(url)));
    expect(Object.keys(gone.entries)).toEqual(['이미지/2 밤/3-2 판 화, =산().jpg', '만든 방법.csv']);
    expect(tableIn(gone.entries)).toContain(',수채화,강,낮,이미지를 읽지 못함,');
    expect(gone.told).toEqual(['sheet.lacksPictures']);

    const lost = new ApiFailure({ kind: 'network', status: null, code: 'network', message: 'no answer' });
    const none = await zipped(() => Promise.reject(lost));
    expect([none.name, none.told]).toEqual([undefined, ['sheet.lacksPictures', 'sheet.notExported']]);
  });

  it('asks a busy server again, after the time that it names, and does without that picture, but not without the server [SHEET-9]', async () => {
    pauses = [];
    let refusals = 0;
    const busy = new ApiFailure({ kind: 'http', status: 503, code: 'serverBusy', message: 'busy', retryAfterMs: 5000 });
    const late = await zipped((url) => (refusals++ < 2 ? Promise.reject(busy) : bytesOf(url)));
    expect([Object.keys(late.entries).length, late.told]).toEqual([3, []]);
    expect(pauses).toEqual([5000, 5000]);

    const never = await zipped((url) => (url === '/files/11.png' ? Promise.reject(busy) : bytesOf(url)));
    expect([Object.keys(never.entries).length, never.told]).toEqual([2, ['sheet.lacksPictures']]);
    const proxy = new ApiFailure({ kind: 'http', status: null, code: 'http502', message: 'a page' });
    const away = await zipped((url) => (url === '/files/22.jpeg' ? Promise.reject(proxy) : bytesOf(url)));
    expect([away.name, away.told]).toEqual([undefined, ['sheet.lacksPictures', 'sheet.notExported']]);
  });
});

describe('an export', () => {
  it('shows its progress, refuses another one meanwhile, and is cancelled without a file [SHEET-10]', async () => {
    const save = vi.spyOn(downloads, 'downloadFile').mockReturnValue();
    const holds: (() => void)[] = [];
    const read = async (url: string): Promise<Blob> => {
      await new Promise<void>((resolve) => void holds.push(resolve));
      return bytesOf(url);
    };
    const exports = new SheetExports(
      exportSheet({ files: { read }, takes: open.takes, i18n: startI18n('en'), clock: systemClock }),
    );
    const target: SheetTarget = { sheet: sheet(), runs: open.runs, exports };
    expect(SHEET_ACTIONS.exportZip.whyNot(target)).toBeNull();
    SHEET_ACTIONS.exportZip.run(target);
    expect(SHEET_ACTIONS.exportPicture.whyNot(target)).toBe('sheet.exporting');
    await expect.poll(() => holds.length).toBe(1);
    expect(exports.progress).toEqual({ done: 0, total: 2 });
    holds[0]?.();
    await expect.poll(() => exports.progress).toEqual({ done: 1, total: 2 });
    exports.stop();
    await expect.poll(() => holds.length).toBe(2);
    holds[1]?.();
    await expect.poll(() => exports.progress).toBeNull();
    expect(save).not.toHaveBeenCalled();
  });

  it('waits for a first picture [SHEET-10]', async () => {
    desk.takes.stored = [];
    desk.projects.put(
      8,
      canvas(
        [...lists, art('one'), { id: 'table', type: 'sheet', position: { x: 900, y: 0 }, data: {} }],
        [pipe('a', 'one'), pipe('one', 'table', 'image')],
      ),
    );
    open = await desk.edit(8);
    const exports = { progress: null, save: vi.fn(async () => undefined) };
    const target: SheetTarget = { sheet: sheet(), runs: open.runs, exports };
    expect(SHEET_ACTIONS.exportPicture.whyNot(target)).toBe('sheet.nothingToExport');
    SHEET_ACTIONS.exportPicture.run(target);
    expect(exports.save).not.toHaveBeenCalled();
  });
});

it('A table for spreadsheets quotes what has to be quoted, and nothing in it is a formula [SHEET-9]', () => {
  const rows = [
    ['a,b', 'say "hi"', 'two\nlines', null, -1, 0.5],
    ['=1+1', '+82', '-x', '@SUM(A1)', ' \t=1', '＝1', 'a=b'],
  ];
  expect(csvOf(rows)).toBe(
    `\u{FEFF}"a,b","say ""hi""","two\nlines",,-1,0.5\r\n'=1+1,'+82,'-x,'@SUM(A1),"' \t=1",'＝1,a=b\r\n`,
  );
});
