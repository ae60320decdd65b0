import { observer } from 'mobx-react-lite';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/IconButton';
import { useStores } from '../../StoresContext';

const HistorySheet = lazy(() => import('./HistorySheet'));

/** Opens the past of the open project; its sheet is loaded with the first press. */
export const HistoryButton = observer(function HistoryButton() {
  const { t } = useTranslation();
  const { session } = useStores();
  const [isOpen, setIsOpen] = useState(false);
  if (!session?.open) return null;
  return (
    <>
      <IconButton
        icon="history"
        label={t('history.title')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(true)}
      />
      {isOpen && (
        <Suspense>
          <HistorySheet versions={session.open.versions} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
});
