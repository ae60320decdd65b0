import type { TFunction } from 'i18next';
import { ASPECT_RATIO, freeSpot, MODEL, type Axis, type Editor, type FlowNode } from '../../../engine';

/** Gap from the card's right edge; world pixels, on the grid. */
const GAP = 105;

/** Id of the sheet that an image node leads to, added in free room beside it if there is none. Null if it can have none. */
export function sheetOf(editor: Editor, imageId: string): string | null {
  const { document, scene } = editor;
  const { kinds } = document;
  const isSheet = (id: string): boolean => kinds.of(document.node(id)?.type ?? '')?.isSheet === true;
  const known = document.edgesOutOf(imageId).find(({ target }) => isSheet(target));
  if (known) return known.target;
  const image = document.node(imageId);
  const output = image && kinds.handlesOf(image).find(({ side, flow }) => side === 'output' && flow === 'image');
  const kind = kinds.all.find((each) => each.isSheet);
  if (!image || !output || !kind) return null;
  const sheet: FlowNode = { id: '', type: kind.type, position: { x: 0, y: 0 }, data: {} };
  const input = kinds.handlesOf(sheet).find(({ side }) => side === 'input')?.offset ?? sheet.position;
  const beside = {
    x: image.position.x + output.offset.x + GAP - input.x,
    y: image.position.y + output.offset.y - input.y,
  };
  const { x, y } = freeSpot(scene, kinds.sizeOf(sheet), beside);
  const at = { x: x + input.x, y: y + input.y };
  return editor.addConnected({ nodeId: imageId, handleId: output.id }, kind.type, null, at);
}

/** Name of a sheet's axis in words people read. */
export const axisName = ({ id, name }: Pick<Axis, 'id' | 'name'>, t: TFunction): string => {
  if (id === ASPECT_RATIO) return t('sheet.aspectRatio');
  if (id === MODEL) return t('takes.model');
  return name === '' ? t('node.untitled') : name;
};
