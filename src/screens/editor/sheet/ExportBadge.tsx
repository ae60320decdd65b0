import { observer } from 'mobx-react-lite';
import { useTranslation } from 'react-i18next';
import type { SheetExports } from '../../../stores/cells/SheetExports';
import { WorkBadge } from '../view/WorkBadge';

/** Says that a sheet is being exported, and how many of its pictures are done. */
export const ExportBadge = observer(function ExportBadge({ exports }: { exports: SheetExports }) {
  const { t } = useTranslation();
  const { progress } = exports;
  if (progress === null) return null;
  const { done, total } = progress;
  return (
    <WorkBadge
      words={t('sheet.exportingCount', { done, total })}
      said={t('sheet.exporting')}
      share={total === 0 ? 0 : done / total}
      stopWords={t('sheet.stopExport')}
      onStop={() => exports.stop()}
      isLow
      testId="export-badge"
    />
  );
});
