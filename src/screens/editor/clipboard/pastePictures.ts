import { freeSpot, uncoveredRowPlace, rowSize, type Editor, type Vector } from '../../../engine';
import type { Uploads } from '../../../stores/Uploads';

const KIND = 'imageUpload';

/** The picture input that alone is selected and still empty. */
function emptyInput({ document, selection }: Editor): string | null {
  const [id] = selection.nodes;
  const node = id === undefined || selection.nodes.size > 1 ? undefined : document.node(id);
  return node?.type === KIND && !node.data.value ? node.id : null;
}

/** Puts pictures on the empty picture input that is selected, else on new ones in a row about a world point, where there is room. */
export function pastePictures(
  editor: Editor,
  uploads: Pick<Uploads, 'addFiles' | 'chooseFiles'>,
  files: readonly File[],
  at: Vector,
): void {
  const input = emptyInput(editor);
  if (input !== null) {
    void uploads.chooseFiles(input, files);
    return;
  }
  const { document, scene, view } = editor;
  const row = rowSize(KIND, files.length, document.kinds);
  const spot = freeSpot(scene, row, { x: at.x - row.width / 2, y: at.y - row.height / 2 });
  void uploads.addFiles(files, uncoveredRowPlace(view, view.toScreen(spot), row) ?? spot);
}
