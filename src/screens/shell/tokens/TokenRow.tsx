import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiToken } from '../../../api/contract';
import { relativeTime } from '../../../i18n/relativeTime';
import { causeOf } from '../../../stores/causeOf';
import { ActionButton } from '../../../ui/ActionButton';
import { closeByKey } from '../../../ui/closeByKey';
import styles from './ApiTokensModal.module.css';
import { ANSWER_ACTIONS, DIALOG_ACTIONS } from '../../../actions/dialogActions';

/** Why a call about tokens went wrong, for people. */
export function tokenFailure(error: unknown, t: TFunction): string {
  const cause = causeOf(error);
  if (cause === 'signedOut') return t('signOutEverywhere.signedOutHere');
  return t(cause === 'full' ? 'tokens.full' : 'tokens.failed');
}

interface TokenRowProps {
  readonly token: ApiToken;
  /** The row shows a rejection. */
  readonly onRevoke: () => Promise<void>;
}

/** Moves the focus to the answer of the press before. */
const focus = (button: HTMLButtonElement | null): void => button?.focus();

/** A token's rights, its end, and when it was last used, to the hour. */
export function TokenRow({ token, onRevoke }: TokenRowProps) {
  const { t, i18n } = useTranslation();
  const [question, setQuestion] = useState<'never' | 'asked' | 'left'>('never');
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [now] = useState(() => new Date());

  const revoke = async (): Promise<void> => {
    setIsBusy(true);
    setFailure(null);
    try {
      await onRevoke();
    } catch (error) {
      setFailure(error);
      setIsBusy(false);
    }
  };

  const leave = (): void => setQuestion('left');

  const { expiresAt, lastUsedAt } = token;
  const isOver = expiresAt !== null && new Date(expiresAt) <= now;
  const day = expiresAt === null ? '' : new Date(expiresAt).toLocaleDateString(i18n.language);
  const ends = isOver ? t('tokens.over') : expiresAt === null ? t('tokens.endless') : t('tokens.until', { day });
  const used = lastUsedAt === null ? t('tokens.unused') : t('tokens.used', { when: relativeTime(lastUsedAt, now, t) });

  return (
    <li className={styles.row}>
      <div className={styles.about}>
        <strong>{token.name}</strong>
        <span className={styles.facts}>
          {token.scopes.map((scope) => t(`tokens.scope.${scope}`)).join(', ')} · {ends} · {used}
        </span>
        {failure !== null && (
          <span role="alert" className={styles.failure}>
            {tokenFailure(failure, t)}
          </span>
        )}
      </div>
      {question === 'asked' ? (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape leaves the question, not the dialog
        <div className={styles.actions} onKeyDown={(event) => closeByKey(event, leave)}>
          <ActionButton action={DIALOG_ACTIONS.cancel} target={leave} />
          <ActionButton
            look="danger"
            ref={focus}
            isBusy={isBusy}
            action={ANSWER_ACTIONS.revokeNow}
            target={() => void revoke()}
          />
        </div>
      ) : (
        <ActionButton
          ref={question === 'left' ? focus : undefined}
          aria-label={t('tokens.revokeOne', { name: token.name })}
          action={ANSWER_ACTIONS.revokeToken}
          target={() => setQuestion('asked')}
        />
      )}
    </li>
  );
}
