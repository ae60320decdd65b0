import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button';
import { useSearch } from 'wouter';
import { SIGN_IN_CANCELLED } from '../../api/contract';
import { useStores } from '../StoresContext';
import { GoogleMark } from './GoogleMark';
import { PipePainting } from './PipePainting';
import styles from './SignIn.module.css';

interface SignInProps {
  /** Leaves the app for another page of the browser. */
  readonly leaveTo?: (url: string) => void;
}

const openHere = (url: string): void => window.location.assign(url);

/** The way in: words on one half, the pipes that wait behind it on the other. */
export default function SignIn({ leaveTo = openHere }: SignInProps) {
  const { t, i18n } = useTranslation();
  const { api } = useStores();
  const isCancelled = new URLSearchParams(useSearch()).has(SIGN_IN_CANCELLED);
  return (
    <div className={styles.page}>
      <section className={styles.words}>
        <h1 className={styles.headline}>{t('signIn.headline')}</h1>
        {isCancelled && <p role="status">{t('signIn.cancelled')}</p>}
        <Button
          look="primary"
          className={styles.google}
          onClick={() => leaveTo(api.auth.signInUrl(window.location.origin, i18n.language))}
        >
          <GoogleMark />
          {t('signIn.google')}
        </Button>
        <p className={styles.noAccount}>{t('signIn.noAccount')}</p>
      </section>
      <div className={styles.picture}>
        <PipePainting />
      </div>
    </div>
  );
}
