import { describe, expect, it } from 'vitest';
import { canRun, cardLayout, handlesOf, nodeSize, type FlowNode } from '../../../src/engine';
import { TestEditor, pipe } from '../../support/TestEditor';

const node = (type: string, data: FlowNode['data'] = {}): FlowNode => ({
  id: 'n',
  type,
  position: { x: 0, y: 0 },
  data,
});
const items = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `n-item-${index}`, name: 'a', value: 'b', parentId: 'n' }));

describe('where things are', () => {
  it.each([
    ['image', {}, 245, 195],
    ['imageUpload', {}, 245, 195],
    ['model', {}, 245, 195],
    ['video', {}, 245, 195],
    ['audio', {}, 245, 195],
    ['textPrompt', {}, 220, 195],
    ['text', {}, 220, 120],
    ['text', { width: 300, height: 90 }, 300, 90],
    ['text', { width: -1, height: 'tall' }, 220, 120],
    ['category', { categories: [] }, 245, 80],
    ['category', { categories: items(1) }, 245, 160],
    ['category', { categories: items(5) }, 245, 480],
    ['categoryItem', {}, 245, 80],
    ['hologram', {}, 245, 195],
  ])('a %s with %j is %d wide and %d high [NODE-1] [NODE-4]', (type, data, width, height) => {
    expect(nodeSize(node(type, data))).toEqual({ width, height });
  });

  it('gives every card a header of 40 px [NODE-2]', () => {
    for (const type of ['textPrompt', 'imageUpload', 'image', 'category', 'text', 'model', 'video', 'audio', 'frame']) {
      const { header, body } = cardLayout(node(type));
      expect([type, header.y, header.height, body.y]).toEqual([type, 0, 40, 40]);
    }
  });

  it("places the image node's handles: text 67.5, image 97.5, video 127.5, audio 157.5, output half way [HANDLE-1] [HANDLE-3] [HANDLE-5]", () => {
    expect(handlesOf(node('image'))).toEqual([
      { id: 'text-left', flow: 'text', side: 'input', isConnectable: true, offset: { x: 0, y: 67.5 } },
      { id: 'image-left', flow: 'image', side: 'input', isConnectable: true, offset: { x: 0, y: 97.5 } },
      { id: 'video-left', flow: 'video', side: 'input', isConnectable: false, offset: { x: 0, y: 127.5 } },
      { id: 'audio-left', flow: 'audio', side: 'input', isConnectable: false, offset: { x: 0, y: 157.5 } },
      { id: 'image-right', flow: 'image', side: 'output', isConnectable: true, offset: { x: 245, y: 97.5 } },
    ]);
  });

  it.each([
    ['textPrompt', 0, 'text-left', 30],
    ['textPrompt', 45, 'text-left', 75],
    ['imageUpload', 30, 'image-left', 30],
  ] as const)('leads a pipe straight from a %s at y %d into %s [HANDLE-5]', (type, at, into, target) => {
    const kind = into === 'text-left' ? 'text' : 'image';
    const editor = TestEditor.with({ one: { type, at: [0, at] }, art: { type: 'image', at: [450, target] } }, [
      pipe('one', 'art', kind),
    ]);
    const edge = editor.engine.document.allEdges()[0];
    const heights = edge ? editor.engine.scene.routeOf(edge).map(({ y }) => y) : [];
    expect(new Set(heights)).toEqual(new Set([at + 97.5]));
  });

  it.each([
    ['textPrompt', {}, 'text-right', 220, 97.5],
    ['imageUpload', {}, 'image-right', 245, 97.5],
    ['category', { categories: items(2) }, 'text-right', 245, 120],
    ['categoryItem', {}, 'text-right', 245, 40],
    ['text', { width: 300, height: 90 }, 'text-right', 300, 45],
    ['model', {}, 'text-right', 245, 97.5],
    ['video', {}, 'video-left', 0, 97.5],
    ['audio', {}, 'audio-left', 0, 97.5],
  ])('a %s with %j has one handle, %s at (%d, %d) [HANDLE-1] [HANDLE-3]', (type, data, id, x, y) => {
    const handles = handlesOf(node(type, data));
    expect(handles).toHaveLength(1);
    expect(handles[0]).toMatchObject({ id, offset: { x, y }, isConnectable: id.endsWith('right') });
  });

  it('gives an unknown type no handles', () => {
    expect(handlesOf(node('hologram'))).toEqual([]);
  });
});

const desk = (...edges: Parameters<typeof pipe>[]) =>
  TestEditor.with(
    {
      idea: { type: 'textPrompt', at: [0, 0] },
      words: { type: 'model', at: [0, 300] },
      art: { type: 'image', at: [450, 0] },
    },
    edges.map((ends) => pipe(...ends)),
  );
const mayRun = (editor: TestEditor, name: string) => canRun(editor.engine.document, editor.node(name));

describe('what may run', () => {
  it('runs an image node once words or pictures come in [NODE-11]', () => {
    expect(mayRun(desk(), 'art')).toBe(false);
    expect(mayRun(desk(['idea', 'art']), 'art')).toBe(true);
    const editor = TestEditor.with(
      { photo: { type: 'imageUpload', at: [0, 0] }, art: { type: 'image', at: [450, 0] } },
      [pipe('photo', 'art', 'image')],
    );
    expect(mayRun(editor, 'art')).toBe(true);
    editor.select('photo').keyDown('Delete');
    expect(mayRun(editor, 'art')).toBe(false);
  });

  it('does not run on a loaded edge into a greyed handle [NODE-11]', () => {
    const odd = { ...pipe('idea', 'art'), targetHandle: 'video-left' };
    const editor = TestEditor.with({ idea: { type: 'textPrompt', at: [0, 0] }, art: { type: 'image', at: [450, 0] } }, [
      odd,
    ]);
    expect(mayRun(editor, 'art')).toBe(false);
  });

  it('turns the text model off once its output is connected [NODE-12]', () => {
    expect(mayRun(desk(), 'words')).toBe(true);
    expect(mayRun(desk(['words', 'art']), 'words')).toBe(false);
  });

  it('runs nothing else', () => {
    expect(mayRun(desk(['idea', 'art']), 'idea')).toBe(false);
  });

  it('reports a press on the run button only while it may run', () => {
    const editor = desk();
    editor.takeEvents();
    editor.click(editor.part('art', 'run')).expectSelected('art');
    expect(editor.eventTypes).not.toContain('action');

    editor.engine.connect({ nodeId: 'idea', handleId: 'text-right' }, { nodeId: 'art', handleId: 'text-left' });
    editor.click(editor.part('art', 'run'));
    expect(editor.takeEvents()).toContainEqual({ type: 'action', nodeId: 'art', action: 'run' });
  });

  it("runs again by 'try again' while the failure shows, and only then", () => {
    const editor = desk(['idea', 'art']);
    editor.click(editor.part('art', 'retry'));
    expect(editor.eventTypes).not.toContain('action');

    editor.engine.setRuns(new Map([['art', { state: 'failed', message: 'no reason given' }]]));
    editor.takeEvents();
    editor.click(editor.part('art', 'retry'));
    expect(editor.takeEvents()).toContainEqual({ type: 'action', nodeId: 'art', action: 'run' });
  });

  it('does not take a drag that begins on a button for a press of it', () => {
    const editor = desk(['idea', 'art']);
    const button = editor.part('art', 'run');
    editor.drag(button, { x: button.x + 30, y: button.y });
    expect(editor.at('art')).toEqual([480, 0]);
    expect(editor.eventTypes).not.toContain('action');
  });
});
