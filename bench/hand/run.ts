/**
 * `npm run bench:hand`: the pointer actions for a flow of 30 nodes in the real editor, in React Flow's drag-and-drop example and in
 * litegraph's own interface. Writes bench/results/hand.json.
 */
import { prepare } from '../canvas/prepare';
import { servePages } from '../canvas/servePages';
import { startRealServer } from '../canvas/startRealServer';
import { withBrowser } from '../canvas/withBrowser';
import { runBench } from '../runBench';
import { createLitegraph } from './createLitegraph';
import { createMulgil } from './createMulgil';
import { createReactFlow } from './createReactFlow';
import { judge, type Figures } from './judge';
import { buildBook, type Built, type Tool } from './Tool';

const { path: chromium } = await prepare();
const built = (tool: Tool): Promise<Built> => withBrowser(chromium, (browser) => buildBook(browser, tool));

async function builtOnPage(name: string, createTool: (pagesUrl: string) => Tool): Promise<Built> {
  const pages = await servePages([name]);
  try {
    return await built(createTool(`${pages.url}/${name}.html`));
  } finally {
    await pages.stop();
  }
}

await runBench<Figures, never>({
  name: 'hand',
  numbers: {},
  parts: {
    mulgil: async () => {
      const server = await startRealServer();
      try {
        return await built(createMulgil(server.url));
      } finally {
        await server.stop();
      }
    },
    reactflow: () => builtOnPage('handReactflow', createReactFlow),
    litegraph: () => builtOnPage('handLitegraph', createLitegraph),
  },
  judge,
});
