import type { i18n } from 'i18next';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { PictureTarget } from '../../../actions';
import type { Job } from '../../../api/contract';
import { promptOf } from '../../../engine';
import { money } from '../../../i18n/money';
import type { FlowStore } from '../../../stores/flow/FlowStore';
import { PicturesInOrder } from '../../../stores/flow/PicturesInOrder';
import { promptWords } from '../../../stores/generation/promptWords';
import { useStores, useResource } from '../../StoresContext';
import { useDisposable } from '../../useDisposable';
import { nodeName } from '../accessible/nodeName';
import { useSigner } from '../takes/SignedBy';
import { PictureOverlay } from './PictureOverlay';
import { usePictureDownload } from './usePictureDownload';

/** Maker and cost of a picture, such as 'Made with AI · flux · $0.039'; null when they are not known. */
export function pictureOrigin(
  { provider, model, costMicros, further = [] }: Job,
  { t, language }: Pick<i18n, 't' | 'language'>,
): string | null {
  if (provider === 'offline') return t('node.madeOffline');
  if (!model) return null;
  const by =
    typeof costMicros === 'number'
      ? t('node.madeBy', { model, cost: money(costMicros / (1 + further.length), language) })
      : t('node.madeAtUnknownCost', { model });
  return `${t('takes.madeWithAi')} · ${by}`;
}

interface PictureViewerProps {
  readonly flow: FlowStore;
  readonly pid: number;
  /** The node whose picture is shown. */
  readonly nodeId: string;
  readonly onShow: (nodeId: string) => void;
  /** Somebody wants to know what made a picture of ours. */
  readonly onAskOrigin: (url: string) => void;
  readonly onClose: () => void;
}

/** The picture of a node over the whole window, and from it to the canvas's other pictures, as one reads the canvas. */
export const PictureViewer = observer(function PictureViewer({
  flow,
  pid,
  nodeId,
  onShow,
  onAskOrigin,
  onClose,
}: PictureViewerProps) {
  const { i18n, t } = useTranslation();
  const stores = useStores();
  const { api } = stores;
  const { document } = flow.editor;
  const pictures = useDisposable(() => new PicturesInOrder(flow.editor));
  // It may be deleted, or run again, while one looks.
  const shown = flow.node(nodeId);
  const isGone = shown === undefined;
  useEffect(() => {
    if (isGone) onClose();
  }, [isGone, onClose]);
  const url = shown ? document.kinds.pictureOf(shown) : null;
  const made = useResource(
    useMemo(() => (url === null ? null : stores.pictureJob(pid, url)), [stores, pid, url]),
  )?.data;
  const signer = useSigner(url);
  const download = usePictureDownload();
  if (!shown || url === null) return null;

  // Words that feed it may change.
  void flow.version;
  const index = pictures.places.get(nodeId) ?? -1;
  const prompt = promptWords(document, nodeId);
  const target: PictureTarget = {
    picture: url,
    tellOrigin: (ours) => {
      onClose();
      onAskOrigin(ours);
    },
    download: () => void download(url, prompt),
  };
  return (
    <PictureOverlay
      url={api.files.resolveUrl(url)}
      title={nodeName(document.kinds, shown, promptOf(document, shown), t)}
      prompt={prompt}
      origin={[made && pictureOrigin(made, i18n), signer].filter(Boolean).join(' · ')}
      place={{ index, count: pictures.ids.length }}
      onGo={(to) => {
        const next = pictures.ids[to];
        if (next !== undefined) onShow(next);
      }}
      target={target}
      onClose={onClose}
    />
  );
});
