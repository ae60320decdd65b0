import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SheetExports } from '../../../stores/cells/SheetExports';
import type { TakesStore } from '../../../stores/takes/TakesStore';
import { notify } from '../../../ui/toasts/notify';
import { DIALOG_MISSING } from '../../notices';
import { useStores } from '../../StoresContext';

const loadExport = () => import('./export/exportSheet').catch(() => null);

/** The exports of an open project. Their code is loaded with the first one. */
export function useSheetExports(takes: TakesStore): SheetExports {
  const { api } = useStores();
  const { i18n } = useTranslation();
  const [exports] = useState(
    () =>
      new SheetExports(async (...asked) => {
        const loaded = await loadExport();
        if (loaded) await loaded.exportSheet({ files: api.files, takes, i18n })(...asked);
        else notify(DIALOG_MISSING);
      }),
  );
  useEffect(() => () => exports.stop(), [exports]);
  return exports;
}
