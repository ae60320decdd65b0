import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App';
import { startI18n, untilWords } from './i18n/startI18n';
import { LANGUAGE_MISSING } from './screens/notices';
import { EditorCode } from './screens/shell/EditorCode';
import { expectEditorAt } from './screens/shell/EditorRoute';
import { openOffline } from './serviceWorker/openOffline';
import { acquireLock, reacquireLocksOnReturn } from './stores/sync/device/pageLocks';
import { createStores } from './stores/RootStore';
import 'pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css';
import './theme/base.css';
import { announce } from './ui/live/announce';
import { loadedReader } from './ui/pictures/loadedReader';
import { notify } from './ui/toasts/notify';

reacquireLocksOnReturn(() => {
  // Anything written until the page has gone would be lost.
  document.body.inert = true;
  window.location.reload();
});
const i18n = startI18n();
const stores = createStores({
  notify,
  announce,
  alert: (key) => window.alert(i18n.t(key)),
  readPicture: loadedReader(() => import('./ui/pictures/readPicture')),
});
const editor = new EditorCode(() => import('./screens/editor/EditorScreen'));
expectEditorAt(stores, editor, window.location.pathname);
stores.start();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
if (!(await untilWords())) notify(LANGUAGE_MISSING);
createRoot(root).render(
  <StrictMode>
    <App editor={editor} stores={stores} />
  </StrictMode>,
);

// The files of a development server change under their names.
if (import.meta.env.PROD) openOffline(import.meta.url, (name) => void acquireLock(name, { mode: 'shared' }));
