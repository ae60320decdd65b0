import type { ParseKeys } from 'i18next';
import type { Editor } from '../engine';
import type { Action } from './Action';

/** A picture on the canvas, and the functions that act on it. */
export interface PictureTarget {
  /** Its url; null where there is none. */
  readonly picture: string | null;
  /** Shows how a picture of ours was made. */
  readonly tellOrigin: (url: string) => void;
  readonly download: (url: string) => void;
}

export type PictureAction = Action<PictureTarget>;

/** The picture of the node that is selected alone: its result, or the one that it was given. */
export function solePicture({ document, selection: { nodes } }: Editor): string | null {
  const [only] = nodes;
  const node = nodes.size === 1 && only !== undefined ? document.node(only) : undefined;
  return (node && document.kinds.pictureOf(node)) ?? null;
}

const needsPicture = ({ picture }: PictureTarget): ParseKeys | null =>
  picture === null ? 'madeOf.needsPicture' : null;
/** Nothing is known of a picture from another host. */
const needsOurs = ({ picture }: PictureTarget): ParseKeys | null =>
  picture?.startsWith('/files/') ? null : 'madeOf.needsPicture';

export const PICTURE_ACTIONS = {
  origin: {
    id: 'picture.origin',
    words: 'madeOf.title',
    chords: [{ key: 'i', primary: true }],
    whyNot: needsOurs,
    run: (target) => {
      if (target.picture !== null && needsOurs(target) === null) target.tellOrigin(target.picture);
    },
  },
  download: {
    id: 'picture.download',
    words: 'takes.download',
    chords: [],
    whyNot: needsPicture,
    run: ({ picture, download }) => {
      if (picture !== null) download(picture);
    },
  },
} as const satisfies Readonly<Record<string, PictureAction>>;
