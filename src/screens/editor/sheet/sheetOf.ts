import type { TFunction } from 'i18next';
import { type Editor, ASPECT_RATIO, MODEL, type Axis } from '../../../engine';

/** Gap from the card's right edge; world pixels, on the grid. */
const GAP = 105;

/** Id of the sheet that an image node leads to, added beside it if there is none. Null if it can have none. */
export function sheetOf(editor: Editor, imageId: string): string | null {
  const { document } = editor;
  const isSheet = (id: string): boolean => document.kinds.of(document.node(id)?.type ?? '')?.isSheet === true;
  const known = document.edgesOutOf(imageId).find(({ target }) => isSheet(target));
  if (known) return known.target;
  const image = document.node(imageId);
  const output =
    image && document.kinds.handlesOf(image).find(({ side, flow }) => side === 'output' && flow === 'image');
  const kind = document.kinds.all.find((each) => each.isSheet);
  if (!image || !output || !kind) return null;
  const at = { x: image.position.x + output.offset.x + GAP, y: image.position.y + output.offset.y };
  return editor.addConnected({ nodeId: imageId, handleId: output.id }, kind.type, null, at);
}

/** Name of a sheet's axis in words people read. */
export const axisName = ({ id, name }: Pick<Axis, 'id' | 'name'>, t: TFunction): string => {
  if (id === ASPECT_RATIO) return t('sheet.aspectRatio');
  if (id === MODEL) return t('takes.model');
  return name === '' ? t('node.untitled') : name;
};
