import { observer } from 'mobx-react-lite';
import { useTranslation } from 'react-i18next';
import { DIALOG_ACTIONS } from '../../../actions';
import type { VersionsStore } from '../../../stores/versions/VersionsStore';
import { ActionButton } from '../../../ui/ActionButton';

interface UnreadNoteProps {
  readonly versions: VersionsStore;
  readonly className: string | undefined;
  readonly onRetry: () => void;
}

/** Why something of the past cannot be shown, and what to do about it: signing in happens in a new tab, the canvas stays. */
export const UnreadNote = observer(function UnreadNote({ versions, className, onRetry }: UnreadNoteProps) {
  const { t } = useTranslation();
  const isSignedOut = versions.status === 'signedOut';
  return (
    <div className={className} role="alert">
      <p>{t(isSignedOut ? 'history.signedOut' : 'history.unreadable')}</p>
      {isSignedOut && (
        <a href="/signin" target="_blank" rel="noopener">
          {t('history.signIn')}
        </a>
      )}
      <ActionButton action={DIALOG_ACTIONS.tryAgain} target={onRetry} />
    </div>
  );
});
