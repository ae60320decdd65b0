import { describe, expect, it, vi } from 'vitest';
import type { FlowNode } from '../../src/engine';
import type { ReadPicture } from '../../src/stores/ports';
import { aPng } from './support/files';
import { DATA_URL, desk, open, reopen, setUpPhoto, upload, valueOf } from './support/setUpPhoto';
import { art, canvas, pipe } from './support/snapshots';

const inputs = (): readonly FlowNode[] => open.editor.document.allNodes().filter(({ type }) => type === 'imageUpload');

setUpPhoto();

const boxes = () => inputs().map(({ position, id }) => [id === 'photo', position.x, position.y]);

describe('choosing, dropping and pasting several pictures', () => {
  const files = [aPng('one.png'), aPng('two.png'), aPng('three.png')];

  it('makes a row of nodes in one step, and announces their number [PIC-12]', async () => {
    await open.uploads.addFiles(files, { x: 7, y: 600 });
    expect(inputs().map(({ position }) => position)).toEqual([
      { x: 0, y: 300 },
      { x: 0, y: 600 },
      { x: 285, y: 600 },
      { x: 570, y: 600 },
    ]);
    expect(
      inputs()
        .slice(1)
        .map(({ data }) => data.value),
    ).toEqual(Array(3).fill('/files/uploaded.png'));
    expect(desk.announced).toEqual(['live.uploadedSeveral']);
    open.editor.undo();
    expect(inputs()).toHaveLength(1);
    open.editor.redo();
    expect(inputs().map(({ data }) => data.value)).toEqual([undefined, ...Array(3).fill('/files/uploaded.png')]);
  });

  it('puts the first on the node they were chosen for and the others next to it, in one step [PIC-12]', async () => {
    await open.uploads.chooseFiles('photo', files);
    expect(inputs().map(({ position, data }) => [position.x, position.y, data.value])).toEqual([
      [0, 300, '/files/uploaded.png'],
      [285, 300, '/files/uploaded.png'],
      [570, 300, '/files/uploaded.png'],
    ]);
    open.editor.undo();
    expect(inputs()).toHaveLength(1);
    expect(valueOf('photo')).toBeUndefined();
  });

  it('puts the others where there is room: not on a card at its right, nor under the minimap [DROP-8] [DROP-10]', async () => {
    open.editor.addNode('categoryItem', null, { x: 500, y: 300 });
    await open.uploads.chooseFiles('photo', files);
    expect(boxes(), 'one card stands in the way').toEqual([
      [true, 0, 300],
      [false, 855, 300],
      [false, 1140, 300],
    ]);
    open.editor.undo();
    open.editor.view.setSize({ width: 1400, height: 800 });
    open.editor.view.setViewport({ x: 0, y: 250, zoom: 1 });
    open.editor.view.coverBy(() => ({ x: 1180, y: 590, width: 200, height: 200 }));
    await open.uploads.chooseFiles('photo', files);
    expect(boxes(), 'the last would reach under it').toEqual([
      [true, 0, 300],
      [false, 855, 120],
      [false, 1140, 120],
    ]);
  });

  it('leaves out what cannot be read, says what to do, and takes the rest [PIC-11]', async () => {
    desk.readPicture = async (file) => ((file as File).name === 'two.heic' ? 'unreadable' : file);
    const given = [aPng(), new File(['x'], 'two.heic'), new File(['x'], 'notes.txt', { type: 'text/plain' })];
    await open.uploads.addFiles(given, { x: 0, y: 600 });
    expect(inputs()).toHaveLength(2);
    expect(desk.alerts).toEqual(['node.invalidFile']);
    expect(desk.notices).toMatchObject([{ descriptionKey: 'node.unreadable', message: 'two.heic' }]);
    expect(desk.announced).toEqual(['live.uploaded']);
  });

  it('changes nothing and says nothing was added when none can be read [PIC-11]', async () => {
    desk.readPicture = async () => 'unreadable';
    await open.uploads.addFiles(files, { x: 0, y: 600 });
    await open.uploads.chooseFiles('photo', files);
    expect(inputs()).toHaveLength(1);
    expect(valueOf('photo')).toBeUndefined();
    expect([desk.announced, open.editor.canUndo, open.uploads.isBusy]).toEqual([[], false, false]);
  });
});

describe('a picture of a kind that the server does not take', () => {
  const bmp = 'data:image/bmp;base64,Qk0AAAAA';
  const png = aPng('made.png');

  it('stays byte for byte when it was loaded, and its requests carry a PNG that went up once [PIC-13]', async () => {
    const photo = { ...upload, data: { value: bmp } };
    const edge = { ...pipe('photo', 'art'), type: 'image', sourceHandle: 'image-right', targetHandle: 'image-left' };
    desk.projects.put(
      8,
      canvas([photo, art('art'), art('other')], [edge, { ...edge, id: 'photo-other', target: 'other' }]),
    );
    const asked = vi.fn<ReadPicture>(async () => png);
    desk.readPicture = asked;
    await reopen(8);
    await desk.clock.pass(3000);
    expect([desk.uploads, desk.projects.patches, valueOf('photo')]).toEqual([[], [], bmp]);

    void open.generation.run('art');
    void open.generation.run('other');
    await desk.clock.pass(0);
    expect(asked).toHaveBeenCalledExactlyOnceWith(expect.any(Blob), { asPng: true });
    expect(desk.uploads).toEqual([png]);
    const sent = [{ type: 'image_prompt', content: '/files/uploaded.png' }];
    expect(desk.runs.map(({ request }) => request.nodes)).toEqual([sent, sent]);
    expect(valueOf('photo')).toBe(bmp);
  });

  it('is also a picture with too many bytes: nothing is sent when it is loaded, and runs use a smaller one [PIC-13]', async () => {
    const large = `${DATA_URL.slice(0, -1)}${'A'.repeat(28_000_001)}`;
    desk.projects.put(8, canvas([{ ...upload, data: { value: large } }], []));
    desk.readPicture = async () => png;
    await reopen(8);
    await desk.clock.pass(3000);
    expect([desk.uploads, desk.projects.patches]).toEqual([[], []]);
    expect(await open.uploads.contentFor(large)).toBe('/files/uploaded.png');
    expect(desk.uploads).toEqual([png]);
  });

  it('is reported by the server when no PNG can be made of it', async () => {
    desk.readPicture = async () => 'unreadable';
    expect(await open.uploads.contentFor(bmp)).toBe(bmp);
  });

  it('travels in the request itself while it is small and the server takes it', async () => {
    expect(await open.uploads.contentFor(DATA_URL)).toBe(DATA_URL);
    expect(await open.uploads.contentFor(`${DATA_URL.slice(0, -4)}${'A'.repeat(400_000)}`)).toBe('/files/uploaded.png');
    expect(desk.uploads).toHaveLength(1);
  });
});
