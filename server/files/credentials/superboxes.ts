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
