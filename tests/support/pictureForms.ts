/** An uncompressed picture in one colour, as old programs write it. */
export function bmp(width: number, height: number, [red, green, blue]: readonly [number, number, number]): Buffer {
  const stride = Math.ceil((width * 3) / 4) * 4;
  const file = Buffer.alloc(54 + stride * height);
  file.write('BM');
  file.writeUInt32LE(file.length, 2);
  file.writeUInt32LE(54, 10);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(width, 18);
  file.writeInt32LE(height, 22);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(24, 28);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) file.set([blue, green, red], 54 + y * stride + x * 3);
  }
  return file;
}

/** A web page's icon: a PNG in its own container. */
export function ico(png: Buffer, side: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.set([side, side], 6);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(22, 18);
  return Buffer.concat([head, png]);
}

/** A drawing that would load a script and a foreign picture if it were allowed to. */
export const svg = (colour: string): Buffer =>
  Buffer.from(
    `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30" onload="window.ran=true">` +
      `<script>window.ran = true</script><rect width="40" height="30" fill="${colour}"/>` +
      `<image href="http://127.0.0.1:9/out.png" width="1" height="1"/></svg>`,
  );

/** A picture as a phone writes it, which some browsers cannot read. */
export const heic = (): Buffer =>
  Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic'), Buffer.alloc(400, 7)]);

export const dataUrl = (type: string, file: Buffer): string => `data:${type};base64,${file.toString('base64')}`;
