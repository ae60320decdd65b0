import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** The seven passes: the distance between two pixels of a pass, and the place of the first. */
const PASSES = [
  [8, 8, 0, 0],
  [8, 8, 4, 0],
  [4, 8, 0, 4],
  [4, 4, 2, 0],
  [2, 4, 0, 2],
  [2, 2, 1, 0],
  [1, 2, 0, 1],
] as const;

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A black interlaced PNG with 16 bits a channel: some hundred kilobytes, which must be held whole to be read. */
export function interlacedPng(side: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([16, 6, 0, 0, 1], 8);
  const bytes = PASSES.reduce((sum, [across, down, left, top]) => {
    const columns = Math.ceil((side - left) / across);
    return sum + Math.ceil((side - top) / down) * (1 + columns * 8);
  }, 0);
  const rows = deflateSync(Buffer.alloc(bytes), { level: 9 });
  return Buffer.concat([SIGNATURE, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

/** A PNG that is all head, of a picture of this size. */
export function claimingPng(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const rows = chunk('IDAT', deflateSync(Buffer.alloc(1)));
  return Buffer.concat([SIGNATURE, chunk('IHDR', head), rows, chunk('IEND', Buffer.alloc(0))]);
}

/** A small AVIF of more than 8 bits whose header claims this size. */
export async function claimingAvif(side: number): Promise<Buffer> {
  const small = sharp({ create: { width: 64, height: 64, channels: 3, background: '#118833' } });
  const bytes = await small.avif({ bitdepth: 10, effort: 0 }).toBuffer();
  const size = bytes.indexOf('ispe') + 8;
  bytes.writeUInt32BE(side, size);
  bytes.writeUInt32BE(side, size + 4);
  return bytes;
}
