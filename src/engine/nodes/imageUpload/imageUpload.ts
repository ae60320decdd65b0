import { paintMediumHills } from '../../render/card/mediumBodies';
import { paintPictureBody } from '../../render/card/paintPictureBody';
import { cornerButton, headerButton, HEADER_HEIGHT } from '../cardLayout';
import { output } from '../handles';
import type { NodeKind } from '../NodeKind';
import { MODEL_SIZE } from '../nodeSize';
import { noText, pictureOf } from '../pictureOf';
import { imagePart } from '../requestParts';

/** A picture that a person brings. */
export const imageUpload: NodeKind = {
  type: 'imageUpload',
  flow: 'image',
  handles: [output('image')],
  size: MODEL_SIZE,
  layout: ({ data }, plain) => {
    const { size } = plain;
    return data.value
      ? { ...plain, actions: { upload: headerButton(size), enlarge: cornerButton(size) } }
      : { ...plain, actions: { upload: { x: size.width / 2 - 70, y: HEADER_HEIGHT + 58, width: 140, height: 36 } } };
  },
  paintBody: paintPictureBody,
  paintMediumBody: paintMediumHills,
  textOf: noText,
  pictureOf,
  requestPart: imagePart,
  palette: { panel: 'image', from: 'person' },
};
