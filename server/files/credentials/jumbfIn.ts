const PNG_HEAD = Buffer.from('89504e470d0a1a0a', 'hex');
const PNG_CHUNK = 'caBX';
const WEBP_CHUNK = 'C2PA';
const JPEG_START = 0xff_d8;
const JPEG_APP11 = 0xeb;
/** Markers behind which there are pixels, or nothing. */
const JPEG_PIXELS = new Set([0xda, 0xd9]);
/** `JP`, the number of the box, the number of its part. */
const JPEG_PART_HEAD = 8;

/** Most boxes that are read; a file has one, and more would only make reading it long. */
const BOXES_MAX = 16;
/** Most parts, of 64 KiB each: more than a whole file may have. */
const PARTS_MAX = 1024;

/**
 * The JUMBF boxes that a PNG, JPEG or WebP carries at C2PA's places. Reads the lengths of the file's parts once, and stops where they make
 * no sense.
 */
export function jumbfIn(picture: Buffer): readonly Buffer[] {
  if (picture.subarray(0, PNG_HEAD.length).equals(PNG_HEAD)) return pngChunks(picture);
  if (picture.length > 12 && picture.toString('latin1', 0, 4) === 'RIFF') return webpChunks(picture);
  return picture.length > 4 && picture.readUInt16BE(0) === JPEG_START ? jpegBoxes(picture) : [];
}

function pngChunks(png: Buffer): Buffer[] {
  const found: Buffer[] = [];
  for (let at = PNG_HEAD.length; at + 12 <= png.length && found.length < BOXES_MAX;) {
    const end = at + 8 + png.readUInt32BE(at);
    if (end > png.length) break;
    if (png.toString('latin1', at + 4, at + 8) === PNG_CHUNK) found.push(png.subarray(at + 8, end));
    at = end + 4;
  }
  return found;
}

function webpChunks(webp: Buffer): Buffer[] {
  const found: Buffer[] = [];
  for (let at = 12; at + 8 <= webp.length && found.length < BOXES_MAX;) {
    const length = webp.readUInt32LE(at + 4);
    const end = at + 8 + length;
    if (end > webp.length) break;
    if (webp.toString('latin1', at, at + 4) === WEBP_CHUNK) found.push(webp.subarray(at + 8, end));
    at = end + (length % 2);
  }
  return found;
}

/** A box may lie in several segments, which follow one another and each repeat its head. */
function jpegBoxes(jpeg: Buffer): Buffer[] {
  const boxes = new Map<number, Buffer[]>();
  for (const segment of app11Segments(jpeg)) {
    if (segment.length < JPEG_PART_HEAD + 8 || segment.toString('latin1', 0, 2) !== 'JP') continue;
    const [number, part] = [segment.readUInt16BE(2), segment.readUInt32BE(4)];
    const head = segment.readUInt32BE(JPEG_PART_HEAD) === 1 ? 16 : 8;
    const parts = boxes.get(number);
    if (part === 1) boxes.set(number, [segment.subarray(JPEG_PART_HEAD)]);
    else if (parts?.length === part - 1) parts.push(segment.subarray(JPEG_PART_HEAD + head));
    else boxes.delete(number);
  }
  return Array.from(boxes.values(), (parts) => Buffer.concat(parts)).slice(0, BOXES_MAX);
}

function app11Segments(jpeg: Buffer): Buffer[] {
  const found: Buffer[] = [];
  for (let at = 2; at + 4 <= jpeg.length && jpeg[at] === 0xff && found.length < PARTS_MAX;) {
    const marker = jpeg[at + 1] ?? 0;
    if (JPEG_PIXELS.has(marker)) break;
    if (marker === 0xff) {
      // A marker may be preceded by any number of these.
      at += 1;
      continue;
    }
    const end = at + 2 + jpeg.readUInt16BE(at + 2);
    if (end < at + 4 || end > jpeg.length) break;
    if (marker === JPEG_APP11) found.push(jpeg.subarray(at + 4, end));
    at = end;
  }
  return found;
}

/** The end of the types of C2PA's boxes (ISO/IEC 19566-5). */
const TYPE_END = '00110010800000aa00389b71';
const TYPE_BYTES = 16;

interface Box {
  readonly type: string;
  readonly content: Buffer;
}

/** A JUMBF box with others in it. */
export interface Superbox {
  /** The four letters that its type begins with, such as `c2pa`; empty for one that is not C2PA's. */
  readonly kind: string;
  /** The boxes behind its description. */
  readonly inside: Buffer;
}

/** The boxes that lie one behind the other, as far as their lengths make sense. */
export function* boxesIn(bytes: Buffer): Generator<Box> {
  for (let at = 0; at + 8 <= bytes.length;) {
    const short = bytes.readUInt32BE(at);
    if (short === 1 && at + 16 > bytes.length) return;
    const head = short === 1 ? 16 : 8;
    const length = short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short || bytes.length - at;
    if (length < head || at + length > bytes.length) return;
    yield { type: bytes.toString('latin1', at + 4, at + 8), content: bytes.subarray(at + head, at + length) };
    at += length;
  }
}

/** The boxes that have others in them. */
export function* superboxesIn(bytes: Buffer): Generator<Superbox> {
  for (const { type, content } of boxesIn(bytes)) {
    if (type !== 'jumb' || content.length < 8) continue;
    const descriptionEnd = content.readUInt32BE(0);
    const isDescribed = content.toString('latin1', 4, 8) === 'jumd';
    if (!isDescribed || descriptionEnd < 8 + TYPE_BYTES || descriptionEnd > content.length) continue;
    const uuid = content.subarray(8, 8 + TYPE_BYTES);
    const kind = uuid.toString('hex', 4) === TYPE_END ? uuid.toString('latin1', 0, 4) : '';
    yield { kind, inside: content.subarray(descriptionEnd) };
  }
}
