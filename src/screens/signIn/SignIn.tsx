import { observer } from 'mobx-react-lite';
import { useTranslation } from 'react-i18next';
import { ActionButton } from '../../ui/ActionButton';
import { useSearch } from 'wouter';
import { SIGN_IN_CANCELLED, SIGN_IN_REFUSED, signInRefusal } from '../../api/contract';
import { useStores, useResource } from '../StoresContext';
import { PipePainting } from './PipePainting';
import { Skeleton } from '../../ui/Skeleton';
import styles from './SignIn.module.css';
import { wayBack } from './wayBack';
import { HOME_ACTIONS } from '../../actions/projectActions';

/** A plain G in the button's own colour; we do not draw a vendor's logo. */
function GoogleMark() {
  return (
    <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path
        d="M16.2 6.2A7 7 0 1 0 17 10h-6.2"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

interface SignInProps {
  /** Leaves the app for another page of the browser. */
  readonly leaveTo?: (url: string) => void;
}

const openHere = (url: string): void => window.location.assign(url);

/** The sign-in page: words on one half, on the other the pipes that wait behind it. */
export default observer(function SignIn({ leaveTo = openHere }: SignInProps) {
  const { t, i18n } = useTranslation();
  const { api, capabilities } = useStores();
  const search = useSearch();
  const query = new URLSearchParams(search);
  const isCancelled = query.has(SIGN_IN_CANCELLED);
  const refusal = signInRefusal.safeParse(query.get(SIGN_IN_REFUSED)).data;
  useResource(capabilities);
  // A server that cannot be asked leads to the page that says why.
  const by = capabilities.data?.signIn ?? (capabilities.isUnread ? 'google' : null);
  return (
    <div className={styles.page}>
      <section className={styles.words}>
        <h1 className={styles.headline}>{t('signIn.headline')}</h1>
        {isCancelled && <p role="status">{t('signIn.cancelled')}</p>}
        {refusal && (
          <p role="alert" className={styles.refused}>
            {t(`signIn.refused.${refusal}`)}
          </p>
        )}
        {by === null ? (
          <Skeleton className={styles.enter} />
        ) : (
          <ActionButton
            look="primary"
            className={styles.enter}
            action={HOME_ACTIONS.signIn}
            target={() => leaveTo(api.auth.signInUrl(wayBack(search), i18n.language))}
          >
            {by === 'google' && <GoogleMark />}
            {t(by === 'google' ? 'signIn.google' : 'signIn.local')}
          </ActionButton>
        )}
        <p className={styles.noAccount}>{t(by === 'local' ? 'signIn.localHint' : 'signIn.noAccount')}</p>
      </section>
      <div className={styles.picture}>
        <PipePainting />
      </div>
    </div>
  );
});
