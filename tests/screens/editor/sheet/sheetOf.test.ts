import { describe, expect, it } from 'vitest';
import { sheetOf } from '../../../../src/screens/editor/sheet/sheetOf';
import { TestEditor } from '../../../support/TestEditor';

describe('the sheet of an image node', () => {
  it('is put beside it once, joined at the height of its output', () => {
    const { engine } = TestEditor.with({ art: { type: 'image', at: [450, 0] } });
    const id = sheetOf(engine, 'art') ?? '';
    const sheet = engine.document.node(id);
    expect(sheet).toMatchObject({ type: 'sheet', position: { x: 795 } });
    expect(engine.document.edgesOutOf('art').map(({ target }) => target)).toEqual([id]);
    expect(sheetOf(engine, 'art')).toBe(id);
    expect(engine.document.nodeCount).toBe(2);
  });

  it('covers no card that stands there', () => {
    const { engine } = TestEditor.with({
      art: { type: 'image', at: [450, 0] },
      photo: { type: 'imageUpload', at: [850, 195] },
    });
    const sheet = engine.document.node(sheetOf(engine, 'art') ?? '');
    if (!sheet) throw new Error('there is no sheet');
    expect(engine.scene.cardsIn(engine.scene.boxOf(sheet))).toEqual([sheet]);
    engine.undo();
    expect(engine.document.nodeCount).toBe(2);
  });
});
