import { audio } from './audio/audio';
import { category } from './category/category';
import { categoryItem } from './categoryItem/categoryItem';
import { frame } from './frame/frame';
import { image } from './image/image';
import { imageUpload } from './imageUpload/imageUpload';
import { model } from './model/model';
import { sheet } from './sheet/sheet';
import { NodeKinds } from './NodeKinds';
import { note } from './note/note';
import { reroute } from './reroute/reroute';
import { text } from './text/text';
import { textPrompt } from './textPrompt/textPrompt';
import { video } from './video/video';
import { writer } from './writer/writer';

/** The kinds that come with the engine, in the order that the add menu asks them. */
export const NODE_KINDS = /* @__PURE__ */ new NodeKinds([
  textPrompt,
  imageUpload,
  image,
  category,
  categoryItem,
  text,
  model,
  writer,
  video,
  audio,
  note,
  frame,
  sheet,
  reroute,
]);
