import { solePicture, type ActionTargets, type Dialogs } from '../../src/actions';
import { canRun } from '../../src/engine';
import { Writing } from '../../src/stores/Writing';
import { noTakes } from './noTakes';
import { pipe, TestEditor } from './TestEditor';

/** Dialogs that are only named. */
export const dialogsThat = (note: (name: string) => void): Dialogs => ({
  openCommandBar: () => note('commandBar'),
  openAdding: () => note('add'),
  openHistory: () => note('history'),
  openShortcuts: () => note('shortcuts'),
  openFind: () => note('find'),
  openArrange: () => note('arrange'),
  toggleOutline: () => note('outline'),
  toggleMinimap: () => note('minimap'),
  toggleToolbar: () => note('toolbar'),
});

const unasked = (): Promise<string> => Promise.reject(new Error('nothing is asked here'));

/** A canvas with a text that leads into an image node, and targets that note what was done. */
export function openActionTargets(): { canvas: TestEditor; targets: ActionTargets; done: string[] } {
  const canvas = TestEditor.with({ idea: { type: 'textPrompt', at: [0, 0] }, art: { type: 'image', at: [450, 0] } }, [
    pipe('idea', 'art'),
  ]);
  const { engine: editor, flow } = canvas;
  const done: string[] = [];
  const writing = new Writing({ editor, nodes: { improve: unasked, describe: unasked } });
  const targets: ActionTargets = {
    editor,
    clipboard: {
      editor,
      clipboard: { duplicate: () => done.push('duplicate') },
      command: (name) => done.push(name),
      paste: (joins) => done.push(joins ? 'pasteJoined' : 'paste'),
    },
    dialogs: dialogsThat((name) => void done.push(name)),
    account: { isSignedIn: true, ask: (question) => void done.push(`account ${question}`) },
    settings: {
      chooseLanguage: (language) => void done.push(`language ${language}`),
      chooseTheme: (theme) => void done.push(`theme ${theme}`),
    },
    runs: { flow, runs: { failed: [], failedCells: [], planning: { ask: (scope) => void done.push(`ask ${scope}`) } } },
    running: {
      summary: () => null,
      stop: () => Promise.resolve(void done.push('stop all')),
      dismiss: () => void done.push('dismiss'),
    },
    stop: (nodeId) => void done.push(`stop ${nodeId}`),
    exports: { progress: null, stop: () => void done.push('stop export') },
    panel: { openType: null, toggle: (type) => done.push(`panel ${type}`) },
    library: { isOpen: false, toggle: () => done.push('library') },
    project: { setRenaming: () => done.push('rename') },
    tidyUp: {
      share: null,
      tidy: (nodeIds) => Promise.resolve(void done.push(`tidy ${[...nodeIds].join(' ')}`)),
      stop: () => void done.push('stop tidying'),
    },
    takes: { ...noTakes(flow), judge: (takes) => done.push(`judge ${takes.map(({ id }) => id).join(' ')}`) },
    picture: {
      get picture() {
        return solePicture(editor);
      },
      tellOrigin: (url) => done.push(`origin ${url}`),
      download: (url) => done.push(`download ${url}`),
    },
    sheetOf: () => null,
    writing: {
      editor,
      isOffered: true,
      sourceOf: (...of) => writing.sourceOf(...of),
      ask: (...of) => done.push(of.join(' ')),
    },
    nodeOf: (nodeId) => {
      const node = editor.document.node(nodeId);
      if (!node) return null;
      return {
        kinds: editor.document.kinds,
        node,
        work: 'none',
        takes: 0,
        canRun: canRun(editor.document, node),
        act: (id, part) => done.push(`${part} ${id}`),
        stop: (id) => done.push(`stop ${id}`),
        remove: (id) => done.push(`remove ${id}`),
      };
    },
  };
  return { canvas, targets, done };
}
