import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { type CreateToken, NAME_MAX, type TokenScope } from '../../../api/contract';
import { DAY_MS } from '../../../time';
import { Button } from '../../../ui/Button';
import { TextInput } from '../../../ui/TextInput';
import styles from './ApiTokensModal.module.css';
import { tokenFailure } from './TokenRow';

const SCOPES: readonly TokenScope[] = ['read', 'write', 'generate'];
/** Lifetimes in days; null: until it is revoked. */
const ENDS = { month: 30, quarter: 90, year: 365, never: null } as const;
type End = keyof typeof ENDS;

interface NewTokenFormProps {
  /** A rejection leaves the form as it is. */
  readonly onMake: (wish: CreateToken) => Promise<void>;
}

export function NewTokenForm({ onMake }: NewTokenFormProps) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly TokenScope[]>(['read']);
  const [end, setEnd] = useState<End>('quarter');
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  const make = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setIsBusy(true);
    setFailure(null);
    const days = ENDS[end];
    const expiresAt = days === null ? null : new Date(Date.now() + days * DAY_MS).toISOString();
    try {
      await onMake({ name: name.trim(), scopes: [...scopes], expiresAt });
    } catch (error) {
      setFailure(error);
      setIsBusy(false);
    }
  };
  const isReady = name.trim() !== '' && scopes.length > 0;

  return (
    <form className={styles.form} onSubmit={(event) => void make(event)}>
      <TextInput
        label={t('tokens.name')}
        placeholder={t('tokens.namePlaceholder')}
        value={name}
        maxLength={NAME_MAX}
        onChange={(event) => setName(event.target.value)}
      />
      <fieldset className={styles.scopes}>
        <legend>{t('tokens.scopes')}</legend>
        {SCOPES.map((scope) => (
          <label key={scope} className={styles.scope}>
            <input
              type="checkbox"
              checked={scopes.includes(scope)}
              onChange={(event) =>
                setScopes(SCOPES.filter((each) => (each === scope ? event.target.checked : scopes.includes(each))))
              }
            />
            <span>
              <strong>{t(`tokens.scope.${scope}`)}</strong> {t(`tokens.scopeMeans.${scope}`)}
            </span>
          </label>
        ))}
      </fieldset>
      <label className={styles.end}>
        {t('tokens.ends')}
        <select value={end} className={styles.select} onChange={(event) => setEnd(event.target.value as End)}>
          {(Object.keys(ENDS) as End[]).map((each) => (
            <option key={each} value={each}>
              {t(`tokens.end.${each}`)}
            </option>
          ))}
        </select>
      </label>
      {failure !== null && (
        <p role="alert" className={styles.failure}>
          {tokenFailure(failure, t)}
        </p>
      )}
      <Button type="submit" look="primary" disabled={!isReady} isBusy={isBusy}>
        {t('tokens.make')}
      </Button>
    </form>
  );
}
