import { addWords } from '../../../i18n/addWords';
import { account } from '../../../i18n/ko/account';
import { observer } from 'mobx-react-lite';
import { useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiToken, CreatedToken, CreateToken } from '../../../api/contract';
import { causeOf } from '../../../stores/causeOf';
import { ActionButton } from '../../../ui/ActionButton';
import { Modal } from '../../../ui/Modal';
import { Skeleton } from '../../../ui/Skeleton';
import { usePassFocus } from '../../../ui/usePassFocus';
import { useResource, useStores } from '../../StoresContext';
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
const ApiTokensModal = observer(function ApiTokensModal({ memberId, onClose }: ApiTokensModalProps) {
  const { t } = useTranslation();
  const stores = useStores();
  const [made, setMade] = useState<CreatedToken | null>(null);
  const [said, setSaid] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  const listId = useId();
  const calls = stores.api.forMember(memberId).tokens;
  const list = useMemo(() => stores.tokens(memberId), [stores, memberId]);
  useResource(list);
  const { data: tokens, error, isReading, isFailed } = list;
  const passFocus = usePassFocus(heading);

  const make = async (wish: CreateToken): Promise<void> => {
    try {
      const token = await calls.make(wish);
      const { token: _secret, ...shown } = token;
      list.set((known) => [shown, ...known]);
      setMade(token);
    } finally {
      // The token may have been made though its answer was lost, and an answer on its way may be older.
      void list.refresh();
    }
  };
  const revoke = async (token: ApiToken): Promise<void> => {
    await calls.revoke(token.id).catch((failure: unknown) => {
      // An earlier press has revoked it, and its answer was lost.
      if (causeOf(failure) !== 'notThere') throw failure;
    });
    list.set((known) => known.filter(({ id }) => id !== token.id));
    void list.refresh();
    setMade((shown) => (shown?.id === token.id ? null : shown));
    setSaid(t('tokens.revoked', { name: token.name }));
    // The button that was pressed is gone.
    heading.current?.focus();
  };
  const hideMade = (): void => {
    setMade(null);
    heading.current?.focus();
  };

  return (
    <Modal title={t('tokens.title')} onClose={onClose} isHeld={made !== null}>
      <p className={styles.text}>{t('tokens.text')}</p>
      {made ? <MadeToken token={made} onDone={hideMade} /> : <NewTokenForm onMake={make} />}
      <h3 ref={heading} id={listId} tabIndex={-1} className={styles.heading}>
        {t('tokens.yours')}
      </h3>
      <p role="status" className="visually-hidden">
        {said}
      </p>
      {isFailed && (
        <div role="alert" className={styles.failure}>
          {tokenFailure(error, t)}
          <ActionButton
            ref={passFocus}
            isBusy={isReading}
            action={DIALOG_ACTIONS.tryAgain}
            target={() => void list.refresh()}
          />
        </div>
      )}
      {!tokens && !isFailed && <Skeleton className={styles.skeleton} />}
      {tokens?.length === 0 && <p className={styles.text}>{t('tokens.none')}</p>}
      {tokens && tokens.length > 0 && (
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
});

export default ApiTokensModal;
