import { TestEditor, pipe } from '../../support/TestEditor';

/** A prompt piped into an image, and a photo below; the stage is 1000x700. */
export const smallEditor = (zoom = 1): TestEditor =>
  TestEditor.with(
    {
      idea: { type: 'textPrompt', at: [0, 0] },
      photo: { type: 'imageUpload', at: [0, 300] },
      art: { type: 'image', at: [450, 0] },
    },
    [pipe('idea', 'art')],
    { x: 0, y: 0, zoom },
  );
