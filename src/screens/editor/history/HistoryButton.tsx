import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/IconButton';
import { Late } from '../../../ui/Late';
import { notify } from '../../../ui/toasts/notify';
import { DIALOG_MISSING } from '../../notices';
import { useStores } from '../../StoresContext';

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
        <Late
          load={() => import('./HistorySheet')}
          props={{ versions: session.open.versions, onClose: () => setIsOpen(false) }}
          onMissing={() => {
            setIsOpen(false);
            notify(DIALOG_MISSING);
          }}
        />
      )}
    </>
  );
});
