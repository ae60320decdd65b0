/** A file that begins as a PNG does. */
export const aPng = (name = 'cat.png'): File =>
  new File([Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)], name, { type: 'image/png' });
