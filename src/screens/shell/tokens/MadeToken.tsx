import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CreatedToken } from '../../../api/contract';
import { ActionButton } from '../../../ui/ActionButton';
import styles from './ApiTokensModal.module.css';
import { ANSWER_ACTIONS, DIALOG_ACTIONS } from '../../../actions/dialogActions';

interface MadeTokenProps {
  readonly token: CreatedToken;
  readonly onDone: () => void;
}

/** The token itself, which can never be shown again. */
export function MadeToken({ token, onDone }: MadeTokenProps) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const [said, setSaid] = useState('');

  useEffect(() => field.current?.select(), []);

  const copy = async (): Promise<void> => {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(token.token);
      setSaid(t('tokens.copied'));
    } catch {
      // A page without https has no clipboard: it is selected, for the person's own key.
      setSaid(t('tokens.copyByHand'));
    }
  };

  return (
    <div className={styles.made}>
      <p>
        <strong>{t('tokens.made', { name: token.name })}</strong> {t('tokens.onlyNow')}
      </p>
      <div className={styles.secret}>
        <input
          ref={field}
          readOnly
          value={token.token}
          aria-label={t('tokens.token')}
          className={styles.token}
          onFocus={(event) => event.target.select()}
        />
        <ActionButton look="primary" action={ANSWER_ACTIONS.copyToken} target={() => void copy()} />
      </div>
      <p role="status" className={styles.text}>
        {said}
      </p>
      <div className={styles.actions}>
        <ActionButton action={DIALOG_ACTIONS.done} target={onDone} />
      </div>
    </div>
  );
}
