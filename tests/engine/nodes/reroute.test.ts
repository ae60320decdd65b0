import { describe, expect, it } from 'vitest';
import { canRun, handlesOf, planRun, promptOf, requestItems } from '../../../src/engine';
import { middleOfRoute } from '../../../src/engine/geometry/edgeRoute';
import { pipe, TestEditor } from '../../support/TestEditor';

const flow = (zoom = 1) =>
  TestEditor.with(
    {
      idea: { type: 'textPrompt', at: [0, 0], data: { value: '강 위의 달' } },
      photo: { type: 'imageUpload', at: [0, 300], data: { value: '/files/photo.png' } },
      art: { type: 'image', at: [750, 0] },
    },
    [{ ...pipe('idea', 'art'), label: 'kept' }, pipe('photo', 'art', 'image')],
    { x: 0, y: 0, zoom },
  );
const items = ({ engine }: TestEditor) => requestItems(engine.document, 'art');

describe('a dot in a pipe', () => {
  it.each([1, 0.25])('comes by a double click on it at zoom %d, in one step, and is selected [WIRE-6]', (zoom) => {
    const canvas = flow(zoom);
    const sent = items(canvas);
    // Beside its middle, where the red button of the selected pipe stands.
    const { x, y } = canvas.endOf('idea-art', 'source');
    canvas.doubleClick([x + 140, y]);
    const [dot = ''] = canvas.selected;
    expect(canvas.node(dot)).toMatchObject({ type: 'reroute', data: { flow: 'text' } });
    expect(canvas.edges).toEqual(['photo-art', `idea-${dot}`, `${dot}-art`]);
    expect(canvas.engine.document.edge(`idea-${dot}`)).toMatchObject({ label: 'kept', type: 'text' });
    expect(canvas.at(dot).every((place) => place % 15 === 0)).toBe(true);
    expect(items(canvas).toSorted((a, b) => a.type.localeCompare(b.type))).toEqual(
      sent.toSorted((a, b) => a.type.localeCompare(b.type)),
    );
    canvas.undo();
    expect([canvas.nodes, canvas.edges, canvas.engine.canUndo]).toEqual([
      ['idea', 'photo', 'art'],
      ['idea-art', 'photo-art'],
      false,
    ]);
  });

  it('comes by a double click in its middle too, where the red button of the selected pipe comes up [WIRE-6]', () => {
    const canvas = flow();
    const edge = canvas.engine.document.edge('idea-art');
    const { x, y } = middleOfRoute(edge ? canvas.engine.scene.routeOf(edge) : []);
    canvas.doubleClick([x, y]);
    expect(canvas.nodes).toHaveLength(4);
    canvas.undo();
    expect(canvas.edges).toEqual(['idea-art', 'photo-art']);
  });

  it('comes by R on the selected pipe, by a Korean keyboard too, and carries its flow [WIRE-6]', () => {
    const canvas = flow();
    canvas.engine.select({ edges: new Set(['photo-art']) });
    canvas.keyDown('ㄱ', { code: 'KeyR' });
    const [dot = ''] = canvas.selected;
    expect(handlesOf(canvas.node(dot)).map(({ id }) => id)).toEqual(['image-left', 'image-right']);
    canvas.engine.select({ edges: new Set([`photo-${dot}`]) });
    canvas.keyDown('r');
    expect(items(canvas)).toEqual([
      { type: 'text_prompt', content: '강 위의 달' },
      { type: 'image_prompt', content: '/files/photo.png' },
    ]);
    canvas.select('art').keyDown('r');
    expect(canvas.nodes).toHaveLength(5);
  });

  it('passes on what it is given, through runs too, and nothing when it is muted or alone [WIRE-7]', () => {
    const canvas = flow();
    const { document } = canvas.engine;
    const dot = canvas.engine.addReroute('idea-art', { x: 400, y: 90 }) ?? '';
    expect(promptOf(document, canvas.node('art'))).toBe('강 위의 달');
    const facts = { key: () => null, madeBy: () => [], finished: () => null, isMade: () => false, refusal: () => null };
    expect(planRun(document, { nodes: ['art'] }, facts)[0]?.request.items).toEqual(items(canvas));
    canvas.select(dot).keyDown('m');
    expect(items(canvas)).toEqual([{ type: 'image_prompt', content: '/files/photo.png' }]);
    expect(promptOf(document, canvas.node('art'))).toBe('');
    canvas.keyDown('m').keyDown('b');
    expect(canvas.node(dot).data).toEqual({ flow: 'text' });
    canvas.merge({ type: 'removeNode', id: 'idea' }, { type: 'removeEdge', id: 'photo-art' });
    expect(items(canvas)).toEqual([]);
    expect(canRun(document, canvas.node('art'))).toBe(true);
  });

  it('lets the pictures of a bypassed node come through, and goes round a loop once [WIRE-7]', () => {
    const canvas = flow();
    const dot = canvas.engine.addReroute('photo-art', { x: 400, y: 300 }) ?? '';
    canvas.merge(
      { type: 'addNode', node: { id: 'last', type: 'image', position: { x: 1200, y: 0 }, data: {} } },
      { type: 'addEdge', edge: pipe('art', 'last', 'image') },
      { type: 'setData', id: 'art', data: { mode: 'bypass' } },
    );
    expect(requestItems(canvas.engine.document, 'last')).toEqual([
      { type: 'image_prompt', content: '/files/photo.png' },
    ]);
    canvas.merge({ type: 'addEdge', edge: pipe('art', dot, 'image') });
    expect(requestItems(canvas.engine.document, 'last')).toEqual([
      { type: 'image_prompt', content: '/files/photo.png' },
    ]);
  });

  it('is dragged, joined and dropped into pipes as cards are [WIRE-6]', () => {
    const canvas = flow();
    const dot = canvas.engine.addReroute('idea-art', { x: 400, y: 90 }) ?? '';
    const [x, y] = canvas.at(dot);
    canvas
      .pointerDown([x + 22, y + 22])
      .pointerMove([x + 22, y + 172])
      .pointerUp();
    expect(canvas.at(dot)).toEqual([x, y + 150]);
    expect(canvas.engine.addReroute('gone', { x: 0, y: 0 })).toBeNull();
    expect(
      canvas.engine.connect({ nodeId: dot, handleId: 'text-right' }, { nodeId: 'art', handleId: 'image-left' }),
    ).toBe(false);
  });
});
