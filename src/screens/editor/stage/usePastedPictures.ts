import { useEffect } from 'react';
import { freeSpot, rowBesideCovered, rowSize, type Editor, type FlowNode } from '../../../engine';
import type { Uploads } from '../../../stores/Uploads';
import { isMeantElsewhere } from '../clipboard/isMeantElsewhere';

const EMPTY_INPUT: FlowNode = { id: '', type: 'imageUpload', position: { x: 0, y: 0 }, data: {} };

/** The picture input that alone is selected and still empty. */
function emptyInput({ document, selection }: Editor): string | null {
  const [id] = selection.nodes;
  const node = id === undefined || selection.nodes.size > 1 ? undefined : document.node(id);
  return node?.type === 'imageUpload' && !node.data.value ? node.id : null;
}

/** Pictures from the clipboard: they go to the empty picture input that is selected, or to new ones in the middle of the view. */
export function usePastedPictures(editor: Editor, uploads: Pick<Uploads, 'addFiles' | 'chooseFiles'>): void {
  useEffect(() => {
    const paste = (event: ClipboardEvent): void => {
      const files = [...(event.clipboardData?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
      if (files.length === 0 || event.defaultPrevented || isMeantElsewhere(event.target)) return;
      event.preventDefault();
      const input = emptyInput(editor);
      if (input !== null) {
        void uploads.chooseFiles(input, files);
        return;
      }
      const { view } = editor;
      const size = editor.document.kinds.sizeOf(EMPTY_INPUT);
      const { x, y, width, height } = view.visibleBox();
      const middle = { x: x + (width - size.width) / 2, y: y + (height - size.height) / 2 };
      const row = rowSize('imageUpload', files.length);
      const spot = freeSpot(editor.scene, row, middle);
      void uploads.addFiles(files, rowBesideCovered(view, view.toScreen(spot), row) ?? spot);
    };
    window.addEventListener('paste', paste);
    return () => window.removeEventListener('paste', paste);
  }, [editor, uploads]);
}
