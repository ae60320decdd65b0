import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { NODE_KINDS, promptOf, type Editor, type FlowNode } from '../../../engine';
import { FAILURE_NOTICE_MS } from '../../../stores/Notice';
import { promptWords } from '../../../stores/generation/promptWords';
import { downloadFile } from '../../../ui/downloadFile';
import { notify } from '../../../ui/toasts/notify';
import { useStores } from '../../StoresContext';
import { useResource } from '../../useResource';
import { nodeName } from '../accessible/nodeName';
import { readingOrder } from '../accessible/readingOrder';
import { useEditorValue } from '../useEditorValue';
import { pictureFileName } from './pictureFileName';
import { pictureOrigin } from './pictureOrigin';
import { PictureOverlay } from './PictureOverlay';

interface PictureViewerProps {
  readonly editor: Editor;
  readonly pid: number;
  /** The node whose picture is shown. */
  readonly nodeId: string;
  readonly onShow: (nodeId: string) => void;
  readonly onClose: () => void;
}

const pictureOf = (node: FlowNode): string | null => NODE_KINDS.pictureOf(node);

/** The picture of a node over the whole window, and from it to the canvas's other pictures, as one reads the canvas. */
export const PictureViewer = observer(function PictureViewer({
  editor,
  pid,
  nodeId,
  onShow,
  onClose,
}: PictureViewerProps) {
  const { i18n, t } = useTranslation();
  const stores = useStores();
  const { api } = stores;
  // It may be deleted, or run again, while one looks.
  const nodes = useEditorValue(editor, 'document', ({ document }) => document.nodes);
  const shown = editor.document.node(nodeId);
  const url = shown ? pictureOf(shown) : null;
  const made = useResource(
    useMemo(() => (url === null ? null : stores.pictureJob(pid, url)), [stores, pid, url]),
  )?.data;
  if (!shown || url === null) return null;

  const pictures = readingOrder(nodes.filter((node) => pictureOf(node) !== null));
  const index = pictures.findIndex(({ id }) => id === nodeId);
  const prompt = promptWords(editor.document, nodeId);
  const download = async (): Promise<void> => {
    try {
      downloadFile(await api.files.read(url), pictureFileName(prompt, url));
    } catch (error) {
      console.warn('the picture could not be downloaded', error);
      notify({ variant: 'destructive', titleKey: 'node.notDownloaded', durationMs: FAILURE_NOTICE_MS });
    }
  };
  return (
    <PictureOverlay
      url={api.files.resolveUrl(url)}
      title={nodeName(shown, promptOf(editor.document, shown), t)}
      prompt={prompt}
      origin={made ? pictureOrigin(made, i18n) : null}
      place={{ index, count: pictures.length }}
      onStep={(by) => {
        const next = pictures[index + by];
        if (next) onShow(next.id);
      }}
      onDownload={() => void download()}
      onClose={onClose}
    />
  );
});
