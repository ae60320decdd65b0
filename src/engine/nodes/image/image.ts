import { paintMediumHills } from '../../render/card/mediumBodies';
import { paintPictureBody } from '../../render/card/paintPictureBody';
import { cornerButton, HEADER_HEIGHT, headerButton, takesButton, upperCornerButton } from '../cardLayout';
import { input, needsInput, output } from '../handles';
import type { NodeKind } from '../NodeKind';
import { MODEL_SIZE } from '../nodeSize';
import { noText, pictureOf } from '../pictureOf';
import { imagePart } from '../requestParts';

/** The place of the number of its pictures: the upper left corner of its body. */
const COUNT = { x: 8, y: HEADER_HEIGHT + 8, width: 150, height: 24 };

/** An image model: makes a picture from its inputs. */
export const image: NodeKind = {
  type: 'image',
  flow: 'image',
  // HANDLE-5: two grid steps apart, about the height of every output of such a card, so that edges on the grid are straight.
  handles: [input('text', 67.5), input('image', 97.5), input('video', 127.5), input('audio', 157.5), output('image')],
  size: MODEL_SIZE,
  layout: ({ data }, plain) => {
    const { size } = plain;
    const own = { run: headerButton(size), takes: takesButton(size), table: COUNT };
    const corner = cornerButton(size);
    const shown = data.value ? { enlarge: corner, settings: upperCornerButton(size) } : { settings: corner };
    return { ...plain, actions: { ...own, ...shown } };
  },
  paintBody: paintPictureBody,
  paintMediumBody: paintMediumHills,
  textOf: noText,
  pictureOf,
  calledBy: 'input',
  run: { whyNot: needsInput, isGeneration: true },
  requestPart: imagePart,
  palette: { panel: 'image', from: 'model' },
};
