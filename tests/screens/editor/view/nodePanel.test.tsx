import { render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { NodePanel } from '../../../../src/screens/editor/view/NodePanel';
import { TestEditor } from '../../../support/TestEditor';

const STAGE = new DOMRect(70, 56, 1000, 700);
const OWN = { width: 440, height: 300 };

function Stage({ editor }: { readonly editor: TestEditor }) {
  const panel = useRef<HTMLElement>(null);
  return (
    <div data-stage-area>
      <div data-free-stage />
      <NodePanel
        ref={panel}
        flow={editor.flow}
        nodeId="art"
        testId="panel"
        width="wide"
        title="1 take"
        onFold={() => undefined}
      >
        {null}
      </NodePanel>
    </div>
  );
}

/** Opens the panel of a card at this place, and returns where it lies; pixels from the corner of the stage. */
function placeOf(at: readonly [number, number], free: DOMRect, minimap: DOMRect | null = null): string {
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(OWN.width);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(OWN.height);
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    return 'stageArea' in this.dataset ? STAGE : free;
  });
  onTestFinished(() => void vi.restoreAllMocks());
  const editor = TestEditor.with({ art: { type: 'image', at: [...at] } }, [], { x: 0, y: 0, zoom: 1 });
  editor.engine.view.setSize(STAGE);
  editor.engine.view.coverBy(() => minimap);
  const { unmount } = render(<Stage editor={editor} />);
  const { transform } = screen.getByTestId('panel').style;
  unmount();
  return transform;
}

it('a panel at a card stays in what other panels leave free of the stage, and beside the minimap', () => {
  expect(placeOf([400, 100], STAGE)).toBe('translate(303px, 307px)');
  const besideLibrary = new DOMRect(70, 56, 640, 700);
  expect(placeOf([400, 100], besideLibrary)).toBe('translate(190px, 307px)');
  const besidePalette = new DOMRect(370, 56, 700, 700);
  expect(placeOf([200, 100], besidePalette)).toBe('translate(310px, 307px)');

  const minimap = new DOMRect(784, 500, 200, 190);
  expect(placeOf([700, 100], STAGE, minimap)).toBe('translate(332px, 307px)');
  // Beside its card it makes way upwards: to the left it would lie on the card.
  expect(placeOf([280, 350], STAGE, minimap)).toBe('translate(537px, 188px)');
});
