import { describe, expect, it } from 'vitest';
import { intersects, judgeConnection, planRun, type Box, type FlowEdge, type RunFacts } from '../../src/engine';
import { en } from '../../src/i18n/en';
import { ko } from '../../src/i18n/ko';
import { addExample } from '../../src/stores/examples/addExample';
import { EXAMPLE_FLOWS, type ExampleFlow, type ExampleWords } from '../../src/stores/examples/exampleFlows';
import { TestEditor } from '../support/TestEditor';

const NOTHING_KNOWN: RunFacts = {
  key: () => null,
  madeBy: () => [],
  finished: () => null,
  isMade: () => false,
  refusal: () => null,
};

const LANGUAGES = { ko, en };

const said =
  (words: object) =>
  (key: ExampleWords): string =>
    String(key.split('.').reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], words));

function opened(flow: ExampleFlow, words: object = en): TestEditor {
  const editor = TestEditor.with({});
  editor.engine.view.setSize({ width: 1370, height: 844 });
  addExample(editor.engine, flow, said(words));
  return editor;
}

const boxBetween = (x1: number, y1: number, x2: number, y2: number): Box => ({
  x: Math.min(x1, x2),
  y: Math.min(y1, y2),
  width: Math.abs(x2 - x1),
  height: Math.abs(y2 - y1),
});

/** The straight parts of a pipe, without those at its two cards. */
function partsOf({ engine }: TestEditor, edge: FlowEdge): Box[] {
  const end = (nodeId: string, handleId: string | null | undefined) => {
    const node = engine.document.node(nodeId);
    const handle = node && engine.document.kinds.handleOf(node, handleId ?? '');
    if (!node || !handle) throw new Error(`no handle of ${edge.id}`);
    return { x: node.position.x + handle.offset.x, y: node.position.y + handle.offset.y };
  };
  const [from, to] = [end(edge.source, edge.sourceHandle), end(edge.target, edge.targetHandle)];
  const middle = (from.x + to.x) / 2;
  return [
    boxBetween(from.x + 1, from.y, middle, from.y),
    boxBetween(middle, from.y, middle, to.y),
    boxBetween(middle, to.y, to.x - 1, to.y),
  ];
}

describe.each(EXAMPLE_FLOWS.map((flow) => [flow.id, flow] as const))('the example %s', (_id, flow) => {
  it('has words of its own in both languages [EXAMPLE-1]', () => {
    const texts = Object.entries(LANGUAGES).map(([language, words]) => {
      const { engine } = opened(flow, words);
      const prompts = engine.document
        .allNodes()
        .flatMap(({ type, data }) => (type === 'textPrompt' ? [data.value] : []));
      expect(prompts.every((text) => typeof text === 'string' && text.length > 5)).toBe(true);
      expect(/[가-힣]/.test(prompts.join(''))).toBe(language === 'ko');
      return prompts.length;
    });
    expect(texts[0]).toBe(texts[1]);
  });

  it('comes in one step, whole in the view, with nothing selected [EXAMPLE-1]', () => {
    const editor = opened(flow);
    const { engine } = editor;
    expect(engine.document.nodeCount).toBe(Object.keys(flow.nodes).length);
    expect(engine.document.edgeCount).toBe(flow.edges.length);
    expect(engine.selection.nodes.size).toBe(0);
    const view = engine.view.visibleBox();
    for (const id of editor.nodes) {
      const { x, y, width, height } = engine.scene.boxOf(editor.node(id));
      expect([x >= view.x, y >= view.y]).toEqual([true, true]);
      expect([x + width <= view.x + view.width, y + height <= view.y + view.height]).toEqual([true, true]);
    }
    editor.undo();
    expect([editor.nodes, editor.edges, engine.canUndo]).toEqual([[], [], false]);
  });

  it('is laid out on the grid, no card and no pipe over another card [EXAMPLE-2]', () => {
    const editor = opened(flow);
    const { document, scene } = editor.engine;
    const cards = document.allNodes().map((node) => ({ id: node.id, box: scene.boxOf(node) }));
    for (const { id, box } of cards) {
      expect([box.x % 15, box.y % 15].map(Math.abs)).toEqual([0, 0]);
      expect(cards.filter((other) => other.id !== id && intersects(other.box, box))).toEqual([]);
    }
    for (const edge of document.allEdges()) {
      const crossed = partsOf(editor, edge).flatMap((part) => cards.filter(({ box }) => intersects(box, part)));
      expect(crossed.filter(({ id }) => id !== edge.source && id !== edge.target)).toEqual([]);
    }
  });

  it('has pipes that the rules allow, and pictures that can all be run [EXAMPLE-2]', () => {
    const { document } = opened(flow).engine;
    for (const { source, target, sourceHandle, targetHandle } of document.allEdges()) {
      const from = { nodeId: source, handleId: sourceHandle ?? '' };
      const to = { nodeId: target, handleId: targetHandle ?? '' };
      expect(judgeConnection(document, from, to).isAllowed).toBe(true);
    }
    const pictures = document
      .allNodes()
      .filter(({ type }) => type === 'image')
      .map(({ id }) => id);
    const steps = planRun(document, { nodes: pictures }, NOTHING_KNOWN);
    expect(new Set(steps.map(({ nodeId, state }) => `${nodeId} ${state}`))).toEqual(
      new Set(pictures.map((id) => `${id} run`)),
    );
  });
});
