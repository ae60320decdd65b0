import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { NAME_MAX } from '../../../api/contract';
import { Button } from '../../../ui/Button';
import { TextInput } from '../../../ui/TextInput';
import styles from './KeepForm.module.css';

interface KeepFormProps {
  readonly isOff: boolean;
  /** Keeps what is on the canvas now; false leaves the name standing for another try. */
  readonly onKeep: (name: string) => Promise<boolean>;
}

/** A version of the present, with a name or without one. */
export function KeepForm({ isOff, onKeep }: KeepFormProps) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!isOff && (await onKeep(name.trim()))) setName('');
  };
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <TextInput
        label={t('history.keepName')}
        placeholder={t('history.keepName')}
        value={name}
        maxLength={NAME_MAX}
        autoComplete="off"
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" look="primary" disabled={isOff}>
        {t('history.keep')}
      </Button>
    </form>
  );
}
