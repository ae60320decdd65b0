import { addWords } from '../../i18n/addWords';
import { account } from '../../i18n/ko/account';
import { useTranslation } from 'react-i18next';
import { causeOf } from '../../stores/causeOf';
import { ConfirmModal } from '../../ui/ConfirmModal';
import { ANSWER_ACTIONS } from '../../actions/dialogActions';

addWords(account);

interface SignOutEverywhereModalProps {
  /** Signs out of every browser; a rejection leaves the modal open. */
  readonly onSignOut: () => Promise<void>;
  readonly onClose: () => void;
}

/** Asks before other devices are signed out, too. */
export default function SignOutEverywhereModal({ onSignOut, onClose }: SignOutEverywhereModalProps) {
  const { t } = useTranslation();
  return (
    <ConfirmModal
      title={t('signOutEverywhere.title')}
      text={[t('signOutEverywhere.text'), t('signOutEverywhere.unsaved')]}
      confirm={ANSWER_ACTIONS.signOut}
      onConfirm={onSignOut}
      describe={(error) =>
        causeOf(error) === 'signedOut' ? t('signOutEverywhere.signedOutHere') : t('shell.signOutFailed')
      }
      onClose={onClose}
    />
  );
}
