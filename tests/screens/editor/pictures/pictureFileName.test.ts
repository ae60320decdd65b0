import { describe, expect, it } from 'vitest';
import { extensionOf, pictureFileName } from '../../../../src/screens/editor/pictures/pictureFileName';
import { safeFileName } from '../../../../src/ui/safeFileName';

describe('the name of a downloaded picture', () => {
  it.each([
    ['/files/a.png', 'png'],
    ['/files/a.jpeg', 'jpg'],
    ['/files/IMG_0042.JPG', 'jpg'],
    ['/files/a.JPEG', 'jpg'],
    ['https://pictures.test/a.jpg?width=2', 'jpg'],
    ['https://pictures.test/a.webp#top', 'webp'],
    ['https://pictures.test/a?from=b.gif', 'png'],
    ['data:image/webp;base64,UklGRg==', 'webp'],
    ['/files/a', 'png'],
  ])('of %s ends with .%s', (url, extension) => {
    expect(extensionOf(url)).toBe(extension);
    expect(pictureFileName('a sea', url)).toBe(`a sea.${extension}`);
  });

  it.each(['CON', 'nul', 'Aux', 'prn', 'COM1', 'lpt9', 'com¹', 'con.old'])(
    'is one on Windows too, where %s is a device',
    (words) => {
      expect(safeFileName(words)).toBe(`_${words}`);
    },
  );

  it.each(['console', 'a con', 'COM12', 'null', 'contour.png'])('leaves %s as it is', (words) => {
    expect(safeFileName(words)).toBe(words);
  });
});
