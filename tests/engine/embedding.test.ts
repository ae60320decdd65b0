import { describe, expect, it } from 'vitest';
import { cutOut, Editor, PendingChanges, type EditorOptions, type Snapshot } from '../../src/engine';

const EMPTY: Snapshot = { nodes: [], edges: [], viewport: { x: 0, y: 0, zoom: 1 } };

function open(options: Partial<EditorOptions> = {}): Editor {
  let made = 0;
  return new Editor({ snapshot: EMPTY, uniqueId: () => String(++made), ...options });
}

const rows = (categoryId: string, ...ids: string[]) => ({
  categories: ids.map((id) => ({ id, name: id, value: '', parentId: categoryId })),
});
const node = (id: string, type: string, x: number, data = {}) => ({ id, type, position: { x, y: 0 }, data });
/** A text, two categories that both have a row `mood`, and a free item of that name; ids that repeat. */
const crowdedDesk = () =>
  open({
    uniqueId: () => '1',
    snapshot: {
      ...EMPTY,
      nodes: [
        node('imageUpload_node_1', 'imageUpload', 0),
        node('idea', 'textPrompt', 300),
        node('one', 'category', 600, rows('one', 'mood', 'categoryItem_node_1')),
        node('other', 'category', 900, rows('other', 'mood', 'categoryItem_node_1')),
        node('mood', 'categoryItem', 1200),
        node('categoryItem_node_1', 'categoryItem', 1500),
        node('image_node_1', 'image', 1800),
      ],
    },
  });

const finite = (value: number): number => (Number.isFinite(value) ? value : 0);

describe('an editor in somebody else’s program', () => {
  it('calls every listener, even if one of them throws, and the edit stands [PACKAGE-1]', () => {
    const thrown: unknown[] = [];
    const heard: string[] = [];
    const editor = open({ onListenerError: (error) => thrown.push(error) });
    editor.subscribe(() => {
      throw new Error('a mistake of mine');
    });
    editor.subscribe(({ type }) => heard.push(type));
    editor.addNode('textPrompt', null, { x: 0, y: 0 });
    expect(editor.document.allNodes()).toHaveLength(1);
    expect(heard).toEqual(expect.arrayContaining(['document', 'invalidate', 'selection']));
    expect(thrown).toHaveLength(heard.length);
    editor.undo();
    expect(editor.document.allNodes()).toHaveLength(0);
  });

  it('goes on to tell of edits after `onListenerError` has thrown an error itself [PACKAGE-1]', () => {
    const editor = open({
      onListenerError: (error) => {
        throw error;
      },
    });
    const stop = editor.subscribe(() => {
      throw new Error('a mistake of mine');
    });
    const heard: string[] = [];
    editor.subscribe((event) => event.type === 'document' && heard.push(...event.changes.map(({ type }) => type)));
    expect(() => editor.apply([{ type: 'addNode', node: node('idea', 'textPrompt', 0) }])).toThrow('a mistake of mine');
    stop();
    editor.apply([{ type: 'moveNode', id: 'idea', position: { x: 15, y: 0 } }]);
    expect(heard).toEqual(['moveNode']);
  });

  it.each(['document', 'selection', 'editing'] as const)(
    'tells all listeners of edits in the order in which they happened, those of a listener at an event of %s too [PACKAGE-1]',
    (type) => {
      const gone = node('gone', 'note', 0, { value: 'mine' });
      const editor = open({ snapshot: { ...EMPTY, nodes: [gone, node('kept', 'note', 300)] } });
      editor.select({ nodes: new Set(['gone']) });
      editor.startEditing({ nodeId: 'gone', name: 'value' });
      const before = editor.document.allNodes();
      const pending = PendingChanges.on({ nodes: before.length, edges: 0 });
      const order: string[] = [];
      const unsubscribe = editor.subscribe((event) => {
        if (event.type !== type) return;
        unsubscribe();
        expect([editor.selection.nodes.size, editor.editing]).toEqual([0, null]);
        editor.merge([{ type: 'addNode', node: node('answer', 'note', 600) }]);
      });
      editor.subscribe((event) => {
        if (event.type !== 'document') return;
        pending.note(event.effects);
        order.push(...event.changes.map((change) => change.type));
      });
      editor.apply([{ type: 'removeNode', id: 'gone' }]);
      expect(order).toEqual(['removeNode', 'addNode']);
      expect(pending.baseNodes(editor.document.allNodes())).toEqual(before);
    },
  );

  it('forgets the oldest steps beyond its limit [PACKAGE-2]', () => {
    const editor = open({ undoSteps: 2 });
    for (const x of [0, 300, 600]) editor.addNode('textPrompt', null, { x, y: 0 });
    for (let presses = 0; presses < 5; presses += 1) editor.undo();
    expect(editor.document.allNodes().map(({ position }) => position.x)).toEqual([0]);
    expect(editor.canUndo).toBe(false);
  });

  it('opens a snapshot without a viewport where a project opens that has none [PACKAGE-3]', () => {
    const { viewport: _none, ...rest } = EMPTY;
    expect(open({ snapshot: { ...rest, nodes: [], edges: [] } }).view.viewport).toEqual({ x: 0, y: 0, zoom: 0.75 });
  });

  it('says that ids repeat, and adds nothing [PACKAGE-4]', () => {
    const editor = open({ uniqueId: () => '1' });
    const first = editor.addNode('textPrompt', null, { x: 0, y: 0 });
    expect(() => editor.addNode('textPrompt', null, { x: 300, y: 0 })).toThrow(
      /uniqueId gave an id again: .*textPrompt_node_1/,
    );
    expect(editor.document.allNodes().map(({ id }) => id)).toEqual([first]);
  });

  it('says that it has no such kind, and adds nothing', () => {
    const editor = crowdedDesk();
    const before = editor.snapshot();
    const from = { nodeId: 'idea', handleId: 'text-right' };
    const at = { x: 0, y: 0 };
    expect(() => editor.addNode('hologram', null, at)).toThrow(/^no node kind: 'hologram'/);
    expect(() => editor.addRow('hologram', at, [{}])).toThrow(/^no node kind: 'hologram'/);
    expect(() => editor.addConnected(from, 'hologram', null, at)).toThrow(/^no node kind: 'hologram'/);
    expect(editor.snapshot()).toEqual(before);
  });

  describe('whose uniqueId begins again', () => {
    const spot = { x: 3000, y: 3000 };

    it.each<[string, (editor: Editor) => unknown]>([
      ['adding a node', (editor) => editor.addNode('image', null, spot)],
      [
        'adding a joined node',
        (editor) => editor.addConnected({ nodeId: 'idea', handleId: 'text-right' }, 'image', null, spot),
      ],
      ['adding a row of nodes', (editor) => editor.addRow('imageUpload', spot, [{}])],
      ['adding two with one id', (editor) => editor.addRow('textPrompt', spot, [{}, {}])],
      ['taking a row out', (editor) => editor.detachRow('one', 'mood', spot)],
      ['letting a row go on the pane', (editor) => editor.dropRow('one', 'mood', spot)],
      ['moving a row', (editor) => editor.moveRowInto('one', 'mood', 'other')],
      ['dropping an item', (editor) => editor.dropInto(['mood'], 'one')],
    ])('says so and changes nothing: %s [PACKAGE-4]', (_name, edit) => {
      const editor = crowdedDesk();
      const before = editor.snapshot();
      editor.select({ nodes: new Set(['idea']) });
      expect(() => edit(editor)).toThrow(
        /^uniqueId gave an id again: there is .*'\w+_node_1' already, and nothing was changed$/,
      );
      expect(editor.snapshot()).toEqual(before);
      expect([...editor.selection.nodes]).toEqual(['idea']);
      expect(editor.canUndo).toBe(false);
    });

    it('says so at the end of a drag, too, and goes on [PACKAGE-4]', () => {
      const editor = crowdedDesk();
      editor.view.setSize({ width: 2000, height: 1000 });
      const before = editor.snapshot();
      const none = { shift: false, primary: false, alt: false, button: 0, pointerId: 1, pointerType: 'mouse' } as const;
      editor.dispatch({ type: 'pointerDown', point: { x: 1260, y: 20 }, ...none });
      editor.dispatch({ type: 'pointerMove', point: { x: 700, y: 100 }, ...none });
      expect(() => editor.dispatch({ type: 'pointerUp', point: { x: 700, y: 100 }, ...none })).toThrow(
        /uniqueId gave an id again/,
      );
      expect([editor.state, editor.isGesturing]).toEqual(['select.idle', false]);
      expect(editor.snapshot()).toEqual(before);
    });

    it('asks for a new id only where it needs one', () => {
      const editor = crowdedDesk();
      expect(editor.detachRow('one', 'nobody', spot)).toBeNull();
      editor.moveRowInto('one', 'mood', 'nobody');
      expect(editor.addConnected({ nodeId: 'mood', handleId: 'text-right' }, 'textPrompt', null, spot)).toBeNull();
      expect(editor.canUndo).toBe(false);
    });
  });

  describe('an input that is not a number', () => {
    const places = [
      [Number.NaN, 0],
      [0, Number.POSITIVE_INFINITY],
      [Number.NEGATIVE_INFINITY, Number.NaN],
    ] as const;
    const row = { id: 'row', name: 'mood', value: '', parentId: 'moods' };
    const desk = () =>
      open({
        snapshot: {
          ...EMPTY,
          nodes: [
            { id: 'idea', type: 'textPrompt', position: { x: 15, y: 30 }, data: {} },
            { id: 'moods', type: 'category', position: { x: 600, y: 0 }, data: { categories: [row] } },
          ],
        },
      });

    it.each(places)('says that there is no such place, and changes nothing: %d, %d [PACKAGE-7]', (x, y) => {
      const editor = desk();
      const art = editor.addNode('image', null, { x: 300, y: 0 });
      editor.connect({ nodeId: 'idea', handleId: 'text-right' }, { nodeId: art, handleId: 'text-left' });
      const [edge] = editor.document.allEdges();
      const before = editor.snapshot();
      const edits: (() => unknown)[] = [
        () => editor.addNode('textPrompt', null, { x, y }),
        () => editor.addRow('textPrompt', { x, y }, [{}, {}]),
        () => editor.addConnected({ nodeId: 'idea', handleId: 'text-right' }, 'image', null, { x, y }),
        () => editor.detachRow('moods', 'row', { x, y }),
        () => editor.dropRow('moods', 'row', { x, y }),
        () => editor.nudge({ x, y }),
        () => editor.addReroute(edge?.id ?? '', { x, y }),
        () => editor.addFragment(cutOut(editor.document, ['idea']), { x, y }),
      ];
      editor.select({ nodes: new Set(['idea']) });
      for (const edit of edits) expect(edit).toThrow(/^no place: x is .+, y is .+; both must be finite numbers$/);
      expect(editor.snapshot()).toEqual(before);
    });

    it.each(places)('leaves out a move to %d, %d, and lets what else comes with it be [PACKAGE-7]', (x, y) => {
      const editor = desk();
      editor.merge([
        { type: 'moveNode', id: 'idea', position: { x, y } },
        { type: 'moveAll', by: { x, y } },
        { type: 'setData', id: 'idea', data: { value: 'a fox' } },
      ]);
      expect(editor.document.node('idea')).toMatchObject({ position: { x: 15, y: 30 }, data: { value: 'a fox' } });
      expect(editor.scene.bounds()).toEqual({ x: 15, y: 0, width: 830, height: 225 });
    });

    it.each(places)('keeps a node that comes from elsewhere at %d, %d, in its nearest place [PACKAGE-7]', (x, y) => {
      const lost = { id: 'lost', type: 'textPrompt', position: { x, y, z: 3 }, data: { value: 'kept' } };
      const found = { ...lost, position: { x: finite(x), y: finite(y), z: 3 } };
      const opened = open({ snapshot: { ...EMPTY, nodes: [lost] } });
      expect(opened.snapshot().nodes).toEqual([found]);

      const editor = desk();
      const heard: unknown[] = [];
      editor.subscribe((event) => event.type === 'document' && heard.push(...event.changes));
      editor.merge([{ type: 'addNode', node: lost }]);
      expect(editor.document.node('lost')).toEqual(found);
      editor.apply([{ type: 'replaceNode', node: { ...lost, id: 'idea' } }]);
      expect(editor.document.node('idea')).toEqual({ ...found, id: 'idea' });
      expect(heard).toEqual([
        { type: 'addNode', node: found },
        { type: 'replaceNode', node: { ...found, id: 'idea' } },
      ]);
      editor.undo();
      expect(editor.document.node('idea')?.position).toEqual({ x: 15, y: 30 });
    });

    it.each(places)('ignores a pointer at %d, %d, and what a gesture holds stays where it was [PACKAGE-7]', (x, y) => {
      const editor = desk();
      editor.view.setSize({ width: 1000, height: 700 });
      const none = { shift: false, primary: false, alt: false, button: 0, pointerId: 1, pointerType: 'mouse' } as const;
      editor.dispatch({ type: 'pointerDown', point: { x: 60, y: 50 }, ...none });
      editor.dispatch({ type: 'pointerMove', point: { x: 160, y: 125 }, ...none });
      expect(editor.dispatch({ type: 'pointerMove', point: { x, y }, ...none })).toBe(false);
      editor.dispatch({ type: 'pointerUp', point: { x: 160, y: 125 }, ...none });
      expect(editor.document.node('idea')?.position).toEqual({ x: 120, y: 105 });
      for (const type of ['pointerDown', 'pointerUp'] as const) {
        expect(editor.dispatch({ type, point: { x, y }, ...none })).toBe(false);
      }
      expect(editor.dispatch({ type: 'doubleClick', point: { x, y } })).toBe(false);
      expect(editor.dispatch({ type: 'dragOver', point: { x, y } })).toBe(false);
      expect(editor.isGesturing).toBe(false);
    });

    it('does not go there with the view [PACKAGE-7]', () => {
      const editor = desk();
      editor.view.setSize({ width: 1000, height: 700 });
      const { viewport } = editor.view;
      editor.view.panBy({ x: Number.NaN, y: 10 });
      for (const zoom of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
        editor.view.zoomBy(zoom);
        editor.view.zoomTo(zoom);
        editor.view.setViewport({ ...viewport, zoom });
      }
      editor.view.centreOn({ x: Number.POSITIVE_INFINITY, y: 0 });
      for (const width of [Number.NaN, Number.POSITIVE_INFINITY, -1]) editor.view.setSize({ width, height: 500 });
      editor.dispatch({ type: 'tick', elapsedMs: Number.NaN });
      const wheel = {
        type: 'wheel',
        point: { x: 0, y: 0 },
        deltaX: 0,
        shift: false,
        primary: true,
        alt: false,
      } as const;
      for (const deltaY of [Number.NaN, Number.POSITIVE_INFINITY]) editor.dispatch({ ...wheel, deltaY });
      expect(editor.view.viewport).toEqual(viewport);
      expect(editor.view.size).toEqual({ width: 1000, height: 700 });
    });
  });
});
