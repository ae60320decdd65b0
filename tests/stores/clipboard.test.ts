import { beforeEach, describe, expect, it } from 'vitest';
import { Editor, NODE_KINDS } from '../../src/engine';
import { FlowClipboard } from '../../src/stores/clipboard/FlowClipboard';
import type { ClipboardForm } from '../../src/stores/clipboard/clipboardForm';
import { pipe, TestEditor } from '../support/TestEditor';

/** A tab of somebody's with one project open. */
class OpenTab {
  readonly editor: Editor;
  readonly clipboard: FlowClipboard;
  readonly told: string[] = [];

  constructor(canvas: TestEditor, memberId = 'mia', host = '') {
    this.editor = canvas.engine;
    this.clipboard = new FlowClipboard({
      editor: this.editor,
      memberId,
      resolveUrl: (url) => `${host}${url}`,
      notify: ({ titleKey }) => this.told.push(titleKey),
      announce: (key, blanks) => this.told.push(`${key} ${blanks?.count ?? ''}`.trim()),
    });
  }

  get texts(): unknown[] {
    return this.editor.document.allNodes().flatMap(({ type, data }) => (type === 'textPrompt' ? [data.value] : []));
  }
}

const NOTHING: ClipboardForm = { html: '', plain: '' };
const MIDDLE = { x: 600, y: 300 };

let here: OpenTab;

beforeEach(() => {
  here = new OpenTab(
    TestEditor.with(
      {
        idea: { type: 'textPrompt', at: [0, 0], data: { value: '강가의 집 & <b>"새벽"</b>\n둘째 줄' } },
        art: { type: 'image', at: [450, 0], data: { value: '/files/abc.png' } },
        list: {
          type: 'category',
          at: [0, -300],
          data: { categories: [{ id: 'r', name: 'mood', value: ['calm', 'blue'], parentId: 'list' }] },
        },
        next: { type: 'image', at: [900, 0] },
      },
      [pipe('idea', 'art'), pipe('art', 'next', 'image')],
    ),
  );
});

const select = (tab: OpenTab, ...ids: string[]): void => tab.editor.select({ nodes: new Set(ids) });
const copied = (tab: OpenTab): ClipboardForm => tab.clipboard.copy() ?? NOTHING;

describe('copy and paste', () => {
  it("gives other apps the words of a kind of one's own [PACKAGE-11]", () => {
    const note = NODE_KINDS.of('note');
    if (!note) throw new Error('there is no note');
    const kinds = NODE_KINDS.with({ ...note, type: 'poem', plainText: ({ data }) => `poem: ${String(data.value)}` });
    const poem = { id: 'poem', type: 'poem', position: { x: 0, y: 0 }, data: { value: 'a sea' } };
    const editor = new Editor({ snapshot: { nodes: [poem], edges: [] }, kinds, uniqueId: () => 'new' });
    editor.select({ nodes: new Set(['poem']) });
    const deps = {
      memberId: 'mia',
      resolveUrl: (url: string) => url,
      notify: () => undefined,
      announce: () => undefined,
    };
    expect(new FlowClipboard({ ...deps, editor }).copy()?.plain).toBe('poem: a sea');
  });

  it('gives other apps the words of mentions, and a paste the copies of the mentioned nodes [MENTION-6]', () => {
    here.editor.merge([{ type: 'setData', id: 'idea', data: { value: '@{art} 옆의 @{list}' } }]);
    select(here, 'idea', 'art');
    expect(copied(here).plain).toBe('@ 옆의 @mood');
    here.clipboard.paste(copied(here), MIDDLE);
    const copy = here.editor.document.allNodes().find(({ id }) => id.startsWith('image_node'))?.id;
    expect(here.texts).toContain(`@{${copy}} 옆의 @{list}`);
  });

  it('brings nodes and the edges among them to the pointer, on the grid, selected [CLIP-1] [CLIP-2]', () => {
    select(here, 'idea', 'art');
    here.clipboard.paste(copied(here), MIDDLE);
    const { document, selection } = here.editor;
    expect(document.allNodes()).toHaveLength(6);
    expect(document.allEdges()).toHaveLength(3);
    const made = document.allNodes().slice(4);
    expect([...selection.nodes]).toEqual(made.map(({ id }) => id));
    expect(made.map(({ position }) => position)).toEqual([
      { x: 255, y: 210 },
      { x: 705, y: 210 },
    ]);
    expect(here.told).toEqual(['live.copied 2', 'live.pasted 2']);
    here.editor.undo();
    expect(here.editor.document.allNodes()).toHaveLength(4);
  });

  it('goes to another project and another tab, any letters with it [CLIP-2]', () => {
    const there = new OpenTab(TestEditor.with({}));
    select(here, 'idea', 'art');
    there.clipboard.paste(copied(here), MIDDLE);
    expect(there.texts).toEqual(['강가의 집 & <b>"새벽"</b>\n둘째 줄']);
    expect(there.editor.document.allEdges()).toHaveLength(1);
    expect(there.told).toEqual(['live.pasted 2']);
  });

  it('gives other programs the words, as one reads the canvas [CLIP-4]', () => {
    select(here, 'idea', 'art', 'list');
    const { plain, html } = copied(here);
    expect(plain).toBe('mood: calm, blue\n\n강가의 집 & <b>"새벽"</b>\n둘째 줄');
    const page = new DOMParser().parseFromString(html, 'text/html');
    expect(page.querySelector('b')).toBeNull();
    expect(page.body.textContent).toContain('강가의 집 & <b>"새벽"</b>');
  });

  it('gives the words of cards whose tops differ little from left to right, as Tab walks them [CLIP-4]', () => {
    here.editor.merge([{ type: 'moveNode', id: 'list', position: { x: -400, y: 15 } }]);
    select(here, 'idea', 'list');
    expect(copied(here).plain.split('\n')[0]).toBe('mood: calm, blue');
  });

  it('does not lay one copy exactly on another', () => {
    select(here, 'idea');
    const form = copied(here);
    for (let n = 0; n < 3; n += 1) here.clipboard.paste(form, MIDDLE);
    const places = here.editor.document
      .allNodes()
      .slice(4)
      .map(({ position: { x, y } }) => `${x},${y}`);
    expect(new Set(places).size).toBe(3);
  });

  it('cuts in one step, which undo takes back', () => {
    select(here, 'idea', 'art');
    const form = here.clipboard.cut();
    expect(here.editor.document.allNodes().map(({ id }) => id)).toEqual(['list', 'next']);
    here.editor.undo();
    expect(here.editor.document.allEdges()).toHaveLength(2);
    expect(form?.plain).toContain('강가의 집');
  });

  it('takes along the content of a frame, in a cut too, which is one step [FRAME-3]', () => {
    const data = { title: 'Sky', colour: 'blue', width: 600, height: 300, isFolded: false };
    here.editor.apply([{ type: 'addNode', node: { id: 'sky', type: 'frame', position: { x: 400, y: -60 }, data } }]);
    select(here, 'sky');
    const form = here.clipboard.cut() ?? NOTHING;
    expect(here.editor.document.allNodes().map(({ id }) => id)).toEqual(['idea', 'list', 'next']);
    here.clipboard.paste(form, MIDDLE);
    expect(
      here.editor.document
        .allNodes()
        .map(({ type }) => type)
        .slice(3),
    ).toEqual(['frame', 'image']);
    here.editor.undo();
    here.editor.undo();
    expect(here.editor.document.allNodes()).toHaveLength(5);
  });

  it('copies nothing where no node is selected', () => {
    here.editor.select({ edges: new Set(['idea-art']) });
    expect(here.clipboard.copy()).toBeNull();
    expect(here.clipboard.cut()).toBeNull();
    expect(here.editor.document.allEdges()).toHaveLength(2);
    expect(here.told).toEqual([]);
  });

  it('joins the copy to the same neighbours when asked to, though only its words came back [CLIP-3]', () => {
    select(here, 'idea');
    const { plain } = copied(here);
    here.clipboard.paste({ html: '', plain }, MIDDLE, true);
    expect(here.editor.document.allEdges().at(-1)?.target).toBe('art');
    here.clipboard.paste({ html: '', plain: 'something else' }, MIDDLE, true);
    expect(here.texts.at(-1)).toBe('something else');
  });

  it('joins the copy to the same neighbours also where the clipboard cannot be read [CLIP-3]', () => {
    select(here, 'idea');
    copied(here);
    expect(here.clipboard.pasteLast(MIDDLE)).toBe(true);
    expect(here.editor.document.allEdges()).toHaveLength(2);
    expect(here.clipboard.pasteLast(MIDDLE, true)).toBe(true);
    expect(here.editor.document.allEdges().at(-1)?.target).toBe('art');
  });

  it('puts a copy of the selection beside it, and leaves the clipboard alone', () => {
    select(here, 'idea', 'art');
    here.clipboard.duplicate();
    here.clipboard.duplicate();
    expect(here.told).toEqual(['live.duplicatedNodes 2', 'live.duplicatedNodes 2']);
    expect(
      here.editor.document
        .allNodes()
        .slice(4)
        .map(({ position }) => position),
    ).toEqual([
      { x: 30, y: 30 },
      { x: 480, y: 30 },
      { x: 60, y: 60 },
      { x: 510, y: 60 },
    ]);
    expect(here.clipboard.pasteLast(MIDDLE)).toBe(false);
  });
});

describe('a paste of something else', () => {
  it('makes a text prompt of words, at the pointer and selected [CLIP-5]', () => {
    here.clipboard.paste({ html: '<p>달빛</p>', plain: '달빛\r\n아래' }, MIDDLE);
    expect(here.texts.at(-1)).toBe('달빛\n아래');
    const [id = ''] = here.editor.selection.nodes;
    expect(here.editor.document.node(id)).toMatchObject({ type: 'textPrompt', position: { x: 495, y: 210 } });
  });

  it.each([
    ['nothing', NOTHING],
    ['spaces', { html: '', plain: ' \n ' }],
  ])('of %s says so and changes nothing [CLIP-6]', (_what, form) => {
    here.clipboard.paste(form, MIDDLE);
    expect(here.told).toEqual(['clipboard.nothing']);
    expect(here.editor.canUndo).toBe(false);
  });

  it.each([
    ['cut off', (data: string) => data.slice(0, -8)],
    ['no JSON', () => btoa('{nodes')],
    ['of a newer version', () => btoa(JSON.stringify({ version: 99 }))],
    [
      'without a place',
      () =>
        btoa(
          JSON.stringify({
            version: 1,
            nodes: [{ id: 'a', type: 'image', data: {} }],
            edges: [],
            outer: [],
            memberId: 'm',
            origin: 'o',
          }),
        ),
    ],
    ['empty', () => btoa(JSON.stringify({ version: 1, nodes: [], edges: [], outer: [], memberId: 'm', origin: 'o' }))],
  ])('that is a fragment %s says so and changes nothing [CLIP-6]', (_how, harm) => {
    select(here, 'idea');
    const { html, plain } = copied(here);
    const [, data = ''] = /data-mulgil-flow="([^"]*)"/.exec(html) ?? [];
    here.clipboard.paste({ html: html.replace(data, harm(data)), plain }, MIDDLE);
    expect(here.told.slice(1)).toEqual(['clipboard.unreadable']);
    expect(here.editor.document.allNodes()).toHaveLength(4);
  });

  it.each([
    ['of another member', new OpenTab(TestEditor.with({}), 'jin')],
    ['of another server', new OpenTab(TestEditor.with({}), 'mia', 'https://api.example.com')],
  ])('with pictures %s says that their places are empty [CLIP-7]', (_whose, there) => {
    select(here, 'art');
    there.clipboard.paste(copied(here), MIDDLE);
    expect(there.told).toEqual(['live.pasted 1', 'clipboard.foreignPictures']);
    select(here, 'idea');
    there.told.length = 0;
    there.clipboard.paste(copied(here), MIDDLE);
    expect(there.told).toEqual(['live.pasted 1']);
  });
});
