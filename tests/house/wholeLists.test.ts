import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** After a move of all nodes, reading all of them settles each at once. Code that runs in a frame must not. */
const READERS = [
  // These open, save and merge a whole canvas, and draw the picture of a whole one.
  'src/engine/Editor.ts',
  'src/engine/document/GraphDocument.ts',
  'src/engine/render/frame/paintFlow.ts',
  'src/engine/scene/SceneIndex.ts',
  'src/stores/sync/merge/mergeChanges.ts',
  // These look for frames, mentions, sheets and pictures once, in a project that has just opened.
  'src/engine/scene/Folds.ts',
  'src/engine/scene/Mentioning.ts',
  'src/screens/editor/stage/StandInPictures.ts',
  'src/stores/Uploads.ts',
  'src/stores/cells/CellsStore.ts',
  // A person asks for all: a run, a search, the next picture, the category that a row was in, the undo of one that others have put rows into.
  'src/engine/document/Arrivals.ts',
  'src/stores/flow/PicturesInOrder.ts',
  'src/screens/editor/commandBar/useFoundNodes.ts',
  'src/screens/editor/stage/draggedItem.ts',
  'src/stores/runs/nodesOfScope.ts',
];

it('only these read all nodes or edges of a document', () => {
  const files = ['src', 'server', 'preview']
    .flatMap((house) => readdirSync(house, { recursive: true, encoding: 'utf8' }).map((file) => join(house, file)))
    .filter((file) => /\.tsx?$/.test(file));
  expect(files.filter((file) => /\ball(?:Nodes|Edges)\(\)/.test(readFileSync(file, 'utf8'))).toSorted()).toEqual(
    READERS.toSorted(),
  );
});
