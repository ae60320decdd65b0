import { addWords } from '../../../i18n/addWords';
import { account } from '../../../i18n/ko/account';
import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiToken, CreatedToken } from '../../../api/contract';
import { ActionButton } from '../../../ui/ActionButton';
import { Modal } from '../../../ui/Modal';
import { Skeleton } from '../../../ui/Skeleton';
import { useStores } from '../../StoresContext';
import styles from './ApiTokensModal.module.css';
import { MadeToken } from './MadeToken';
import { NewTokenForm } from './NewTokenForm';
import { TokenRow, tokenFailure } from './TokenRow';
import { DIALOG_ACTIONS } from '../../../actions/dialogActions';

addWords(account);

interface ApiTokensModalProps {
  readonly memberId: string;
  readonly onClose: () => void;
}

/** Makes, shows and revokes what the member's scripts sign in with. */
export default function ApiTokensModal({ memberId, onClose }: ApiTokensModalProps) {
  const { t } = useTranslation();
  const { api } = useStores();
  const [tokens, setTokens] = useState<readonly ApiToken[] | null>(null);
  const [made, setMade] = useState<CreatedToken | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [said, setSaid] = useState('');
  const list = useRef<HTMLHeadingElement>(null);
  const listId = useId();
  const calls = useMemo(() => api.forMember(memberId).tokens, [api, memberId]);

  const read = useCallback(() => void calls.list().then(setTokens, setFailure), [calls]);
  useEffect(read, [read]);

  const again = (): void => {
    setFailure(null);
    read();
  };
  const revoke = async (token: ApiToken): Promise<void> => {
    await calls.revoke(token.id);
    setTokens((known) => known?.filter(({ id }) => id !== token.id) ?? null);
    setMade((shown) => (shown?.id === token.id ? null : shown));
    setSaid(t('tokens.revoked', { name: token.name }));
    // The button that was pressed is gone.
    list.current?.focus();
  };
  const hideMade = (): void => {
    setMade(null);
    list.current?.focus();
  };

  return (
    <Modal title={t('tokens.title')} onClose={onClose} isHeld={made !== null}>
      <p className={styles.text}>{t('tokens.text')}</p>
      {made ? (
        <MadeToken token={made} onDone={hideMade} />
      ) : (
        <NewTokenForm
          onMake={async (wish) => {
            const token = await calls.make(wish);
            const { token: _secret, ...shown } = token;
            setTokens((known) => [shown, ...(known ?? [])]);
            setMade(token);
          }}
        />
      )}
      <h3 ref={list} id={listId} tabIndex={-1} className={styles.heading}>
        {t('tokens.yours')}
      </h3>
      <p role="status" className="visually-hidden">
        {said}
      </p>
      {failure !== null && (
        <div role="alert" className={styles.failure}>
          {tokenFailure(failure, t)}
          <ActionButton action={DIALOG_ACTIONS.tryAgain} target={again} />
        </div>
      )}
      {tokens === null && failure === null && <Skeleton className={styles.skeleton} />}
      {tokens?.length === 0 && <p className={styles.text}>{t('tokens.none')}</p>}
      {tokens !== null && tokens.length > 0 && (
        <ul aria-labelledby={listId} className={styles.list}>
          {tokens.map((token) => (
            <TokenRow key={token.id} token={token} onRevoke={() => revoke(token)} />
          ))}
        </ul>
      )}
      <div className={styles.actions}>
        <ActionButton action={DIALOG_ACTIONS.close} target={onClose} />
      </div>
    </Modal>
  );
}
