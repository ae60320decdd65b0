import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crossing } from '../../../src/engine/geometry/edgeRoute';
import { pipe, TestEditor } from '../../support/TestEditor';

/** Words and a photo lead to three pictures in a row; `loose` belongs nowhere yet. */
const flow = (zoom = 1) =>
  TestEditor.with(
    {
      idea: { type: 'textPrompt', at: [0, 0], data: { value: '강' } },
      photo: { type: 'imageUpload', at: [0, 300] },
      art: { type: 'image', at: [375, 0] },
      last: { type: 'image', at: [1050, 0] },
      loose: { type: 'image', at: [600, 420] },
      film: { type: 'video', at: [0, 600] },
    },
    [pipe('idea', 'art'), pipe('photo', 'art', 'image'), { ...pipe('art', 'last', 'image'), label: 'kept' }],
    { x: 0, y: 0, zoom },
  );
const without = (canvas: TestEditor, ...gone: string[]): string[] => canvas.edges.filter((id) => !gone.includes(id));

describe('a card that is dropped on an edge', () => {
  it('is put into it, with a preview before and in one step of undo [WIRE-1]', () => {
    const canvas = flow();
    const before = canvas.engine.snapshot();
    const [x, y] = [canvas.middleOf('art-last').x, canvas.middleOf('art-last').y];
    canvas.pointerDown('loose').pointerMove([x - 62, y - 80]);
    expect(canvas.engine.preview.insertEdgeId).toBe('art-last');
    expect(canvas.edges, 'the document waits for the release').toContain('art-last');
    canvas.pointerUp();
    expect(canvas.engine.preview.insertEdgeId).toBeNull();
    expect(canvas.edges).toEqual(['idea-art', 'photo-art', 'art-loose', 'loose-last']);
    expect(canvas.engine.document.edge('art-loose')).toMatchObject({ label: 'kept', type: 'image' });
    expect(canvas.at('loose')[1]).toBeLessThan(100);
    canvas.undo();
    expect(canvas.engine.document.allEdges()).toEqual(before.edges);
    expect(canvas.engine.document.allNodes()).toEqual(before.nodes);
    expect(canvas.engine.canUndo).toBe(false);
  });

  it.each([
    ['a text, which lets no picture through', 'idea', 'art-last', {}],
    ['one that the edge is at', 'art', 'art-last', {}],
    ['over words, which a picture node does not give on', 'loose', 'idea-art', {}],
    ['a copy of one', 'loose', 'art-last', { alt: true }],
  ])('is not where it fits nothing: %s [WIRE-1]', (_, name, edge, manner) => {
    const canvas = flow();
    const { x, y } = edge === 'idea-art' ? canvas.endOf(edge, 'source') : canvas.middleOf(edge);
    canvas.pointerDown(name, manner).pointerMove([x - 62, y - 80], manner);
    expect(canvas.engine.preview.insertEdgeId).toBeNull();
    canvas.pointerUp(undefined, manner);
    expect(canvas.edges).toEqual(['idea-art', 'photo-art', 'art-last']);
  });

  it('stays as it was when the drag is cancelled, or the edge is removed during it [WIRE-1]', () => {
    const canvas = flow();
    const { x, y } = canvas.middleOf('art-last');
    canvas
      .pointerDown('loose')
      .pointerMove([x - 62, y - 80])
      .keyDown('Escape')
      .pointerUp();
    expect([canvas.edges.includes('art-last'), canvas.engine.preview.insertEdgeId]).toEqual([true, null]);
    canvas.pointerDown('loose').pointerMove([x - 62, y - 80]);
    canvas.merge({ type: 'removeEdge', id: 'art-last' });
    expect(canvas.engine.preview.insertEdgeId).toBeNull();
    canvas.pointerUp();
    expect(canvas.edges).toEqual(['idea-art', 'photo-art']);
  });
});

describe('a stroke with X held', () => {
  it('cuts the edges that it crosses, shown before, in one step of undo [WIRE-2]', () => {
    const canvas = flow().keyDown('x').pointerDown([300, -100]).expectState('cutting').pointerMove([300, 500]);
    expect(canvas.engine.preview.cut?.crossings).toHaveLength(2);
    expect(canvas.edges).toHaveLength(3);
    canvas.pointerUp().keyUp('x').expectState('idle');
    expect(canvas.edges).toEqual(['art-last']);
    expect(canvas.engine.preview.cut).toBeNull();
    expect(canvas.engine.view.viewport).toMatchObject({ x: 0, y: 0 });
    canvas.undo();
    expect(canvas.edges).toEqual(['idea-art', 'photo-art', 'art-last']);
  });

  it('by a Korean keyboard too, over cards and at any zoom; without the key the pane is panned [WIRE-2]', () => {
    for (const zoom of [0.15, 1, 2]) {
      const canvas = flow(zoom).keyDown('ㅌ', { code: 'KeyX' });
      canvas.drag([800, -100], [800, 300]);
      expect(canvas.edges).toEqual(['idea-art', 'photo-art']);
      canvas.engine.dispatch({ type: 'keyUp', key: 'ㅌ', code: 'KeyX', shift: false, primary: false, alt: false });
      canvas.drag([300, -100], [300, 200]);
      expect(canvas.edges).toEqual(['idea-art', 'photo-art']);
      expect(canvas.engine.view.viewport.y).not.toBe(0);
    }
  });

  it('cuts nothing when it is cancelled, misses, or is the letter on a text card [WIRE-2]', () => {
    const canvas = flow().keyDown('x').pointerDown([300, -100]).pointerMove([300, 500]).keyDown('Escape').pointerUp();
    expect(canvas.edges).toHaveLength(3);
    canvas.drag([300, 600], [900, 650]);
    expect([canvas.edges.length, canvas.engine.canUndo]).toEqual([3, false]);
    canvas.keyUp('x').select('idea').keyDown('x', { code: 'KeyX' });
    expect(canvas.engine.heldTool).toBeNull();
    canvas.keyDown('≈', { code: 'KeyX', alt: true });
    expect(canvas.engine.heldTool).toBe('cut');
    expect(canvas.keyDown('c', { primary: true }).cancel().engine.heldTool).toBeNull();
  });

  it('continues without an edge that somebody else removes meanwhile [WIRE-2]', () => {
    const canvas = flow().keyDown('x').pointerDown([300, -100]).pointerMove([300, 500]);
    canvas.merge({ type: 'removeEdge', id: 'idea-art' });
    expect(canvas.engine.preview.cut?.crossings).toHaveLength(1);
    expect(canvas.pointerUp().edges).toEqual(['art-last']);
  });
});

it('two lines cross in one place, in any order and direction [WIRE-2]', () => {
  const point = fc.record({ x: fc.integer({ min: -99, max: 99 }), y: fc.integer({ min: -99, max: 99 }) });
  fc.assert(
    fc.property(point, point, point, point, (a, b, c, d) => {
      const at = crossing(a, b, c, d);
      const same = [crossing(c, d, a, b), crossing(b, a, d, c)];
      for (const other of same) expect(other === null).toBe(at === null);
      if (!at) return;
      for (const other of same) expect(Math.hypot(at.x - (other?.x ?? 0), at.y - (other?.y ?? 0))).toBeLessThan(1e-6);
    }),
  );
});

describe('a drag from card to card with C held', () => {
  it.each([
    ['words to a picture', 'idea', 'loose', 'idea-loose', 'text-left'],
    ['a picture to a picture', 'photo', 'loose', 'photo-loose', 'image-left'],
    ['against the flow', 'loose', 'idea', 'idea-loose', 'text-left'],
  ])('joins the pair of handles that fits best: %s [WIRE-3]', (_, from, to, id, handle) => {
    const canvas = flow().keyDown('c').pointerDown(from).expectState('joining').pointerMove(to);
    expect(canvas.preview?.verdict).toBe('valid');
    expect(canvas.at(from), 'the card stays').toEqual(flow().at(from));
    canvas.pointerUp().keyUp('c').expectState('idle');
    expect(canvas.engine.document.edge(id)).toMatchObject({ targetHandle: handle });
    expect(without(canvas.undo(), id)).toEqual(canvas.edges);
  });

  it('is refused as every connection is: the reason while over it, a warning at the drop [WIRE-3]', () => {
    const canvas = flow().keyDown('c').pointerDown('idea').pointerMove('photo');
    expect(canvas.preview?.refusal?.reason).toBe('noInput');
    canvas.takeEvents();
    canvas.pointerUp();
    expect(canvas.eventTypes).toContain('refused');
    expect(canvas.edges).toHaveLength(3);
  });

  it('ends without a trace over the pane, by Escape, and with a card that goes; a card without handles is moved [WIRE-3]', () => {
    const canvas = flow().keyDown('c').drag('idea', [600, 650]);
    expect([canvas.state, canvas.preview, canvas.edges.length]).toEqual(['select.idle', null, 3]);
    canvas.pointerDown('idea').pointerMove('loose').keyDown('Escape').pointerUp();
    expect(canvas.edges).toHaveLength(3);
    canvas.pointerDown('idea').pointerMove('loose').merge({ type: 'removeNode', id: 'idea' }).expectState('idle');
    canvas.pointerUp();
    canvas.pointerDown('film').expectState('pressing').pointerUp();
  });
});

describe('a connection that is drawn out of one of several selected cards', () => {
  it('connects all of them to one card, each where it fits, in one step; the others are reported [WIRE-4]', () => {
    const canvas = flow().select('idea', 'photo', 'film', 'last');
    canvas.pointerDown(canvas.handle('idea', 'text-right')).pointerMove([500, 620]);
    expect(canvas.preview?.beside).toHaveLength(2);
    canvas.pointerMove('loose');
    expect(canvas.preview?.beside.map(({ flow: kind, isRefused }) => [kind, isRefused])).toEqual([
      ['image', false],
      ['image', false],
    ]);
    canvas.takeEvents();
    canvas.pointerUp();
    expect(canvas.edges.slice(3)).toEqual(['idea-loose', 'photo-loose', 'last-loose']);
    expect(canvas.takeEvents()).toContainEqual({ type: 'refused', nodeIds: ['film'] });
    expect(canvas.undo().edges).toHaveLength(3);
  });

  it('connects one card to several from an input, and connects the others when the pending one is refused [WIRE-4]', () => {
    const canvas = flow().select('art', 'last', 'loose');
    canvas.drag(canvas.handle('loose', 'text-left'), 'idea');
    expect(canvas.edges.toSorted()).toEqual(['art-last', 'idea-art', 'idea-last', 'idea-loose', 'photo-art']);
    const other = flow().select('photo', 'film', 'idea');
    other.keyDown('c').drag('photo', 'film');
    expect(other.edges).toHaveLength(3);
  });

  it('is of its card alone when that is not selected, or nothing else is [WIRE-4]', () => {
    const canvas = flow().select('photo', 'last').drag(flow().handle('idea', 'text-right'), 'loose');
    expect(canvas.edges.slice(3)).toEqual(['idea-loose']);
    expect(canvas.takeEvents().some(({ type }) => type === 'refused')).toBe(false);
  });
});

describe('a pipe that is swept over cards with Shift', () => {
  it('is joined to each that takes it, in one step, and drawn to each before [WIRE-8]', () => {
    const canvas = flow();
    canvas.pointerDown(canvas.handle('idea', 'text-right')).pointerMove([300, 20], { shift: true });
    // A fast drag over 'art', which is fed already, to the other two, and over a picture, which takes no words.
    canvas.pointerMove('last', { shift: true }).pointerMove('loose', { shift: true }).pointerMove('photo');
    expect(canvas.preview?.beside).toHaveLength(2);
    expect(canvas.edges).toEqual(['idea-art', 'photo-art', 'art-last']);
    canvas.pointerUp();
    expect(canvas.edges.slice(3)).toEqual(['idea-last', 'idea-loose']);
    expect(canvas.takeEvents().some(({ type }) => type === 'refused')).toBe(false);
    expect(canvas.undo().edges).toHaveLength(3);
  });

  it('connects all to one card from its input, and opens no add menu over the pane [WIRE-8]', () => {
    const canvas = flow();
    canvas.pointerDown(canvas.handle('loose', 'image-left')).pointerMove([330, 400], { shift: true });
    canvas.pointerMove('photo', { shift: true }).pointerMove('art', { shift: true }).pointerMove([500, 700]);
    canvas.pointerUp().expectState('idle');
    expect(canvas.edges.slice(3)).toEqual(['photo-loose', 'art-loose']);
  });

  it('connects several selected cards to several, also with C held, and none after Escape [WIRE-8]', () => {
    const canvas = flow().select('idea', 'photo').keyDown('c');
    canvas.pointerDown('idea').pointerMove('last', { shift: true }).pointerMove('loose', { shift: true });
    canvas.keyDown('Escape').pointerUp();
    expect(canvas.edges).toHaveLength(3);
    canvas.pointerDown('idea').pointerMove('last', { shift: true }).pointerMove('loose', { shift: true }).pointerUp();
    expect(canvas.edges.slice(3).toSorted()).toEqual(['idea-last', 'idea-loose', 'photo-last', 'photo-loose']);
    expect(canvas.undo().edges).toHaveLength(3);
  });
});

describe('a node that several selected cards lead to', () => {
  it('is joined to each that fits, in one step, where their pipe is dropped on the pane [WIRE-9]', () => {
    const canvas = flow().select('idea', 'photo', 'film');
    canvas.drag(canvas.handle('idea', 'text-right'), [700, 700]).expectState('addMenuOpen');
    const { addMenu } = canvas.engine.preview;
    const id = addMenu && canvas.engine.addConnected(addMenu.from, 'image', null, addMenu.at);
    expect(canvas.edges.slice(3)).toEqual([`idea-${id}`, `photo-${id}`]);
    canvas.undo();
    expect([canvas.nodes.length, canvas.edges.length]).toEqual([6, 3]);
  });

  it('feeds each of them where the pipe was drawn out of an input [WIRE-9]', () => {
    const canvas = flow().select('art', 'loose');
    canvas.drag(canvas.handle('loose', 'text-left'), [700, 700]);
    const { addMenu } = canvas.engine.preview;
    const id = addMenu && canvas.engine.addConnected(addMenu.from, 'textPrompt', null, addMenu.at);
    expect(canvas.edges.slice(3)).toEqual([`${id}-loose`, `${id}-art`]);
  });
});

describe('a drag with U or D held', () => {
  it('takes along all that feeds the card, or all that it feeds, in one step [WIRE-5]', () => {
    const up = flow().keyDown('u').drag('art', [600, 80]);
    up.expectSelected('art', 'idea', 'photo');
    expect([up.at('idea'), up.at('art'), up.at('last')]).toEqual([
      [165, 60],
      [540, 60],
      [1050, 0],
    ]);
    expect(up.undo().at('idea')).toEqual([0, 0]);
    const down = flow().keyDown('d').drag('idea', [60, 80]);
    down.expectSelected('art', 'idea', 'last');
    expect(down.at('photo')).toEqual([0, 300]);
  });

  it('gives the selection back with Escape, goes round a loop once, and copies nothing by the Alt of a text card [WIRE-5]', () => {
    const canvas = flow().select('film').keyDown('u').pointerDown('art').pointerMove([600, 80]).keyDown('Escape');
    canvas.pointerUp().expectSelected('film').expectAt('art', 375, 0);
    canvas.merge({ type: 'addEdge', edge: pipe('last', 'art', 'image') });
    canvas.drag('art', [600, 80]).expectSelected('art', 'idea', 'last', 'photo').keyUp('u');
    canvas.select('idea').keyDown('d', { code: 'KeyD', alt: true });
    canvas.drag('idea', [canvas.at('idea')[0] + 90, canvas.at('idea')[1] + 20], { alt: true });
    expect(canvas.nodes).toHaveLength(6);
    canvas.expectSelected('art', 'idea', 'last');
  });
});
