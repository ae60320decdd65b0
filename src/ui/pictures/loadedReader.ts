import type { ReadPicture } from '../../stores/ports';

/** Reads pictures by code that is loaded with the first of them. Where the code does not come, the person is told as of a file that cannot be read. */
export const loadedReader =
  (load: () => Promise<{ readonly readPicture: ReadPicture }>): ReadPicture =>
  async (...asked) => {
    try {
      const { readPicture } = await load();
      return await readPicture(...asked);
    } catch (error) {
      console.warn('the code that reads pictures could not be loaded', error);
      return 'unreadable';
    }
  };
