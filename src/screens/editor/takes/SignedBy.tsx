import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStores, useResource } from '../../StoresContext';
import styles from './TakeRecipe.module.css';

/** 'Signed by …' for a picture, in an observer; empty without a signer, or while that is unknown. */
export function useSigner(url: string | null): string {
  const { t } = useTranslation();
  const stores = useStores();
  const signer = useMemo(() => (url === null ? null : stores.pictureSigner(url)), [stores, url]);
  const name = useResource(signer)?.data;
  return name ? t('takes.signedBy', { name }) : '';
}

/** The name in a picture's content credentials; nothing when there is none. */
export const SignedBy = observer(function SignedBy({ url }: { readonly url: string }) {
  const { t } = useTranslation();
  const words = useSigner(url);
  if (words === '') return null;
  return (
    <p className={styles.signer} title={t('takes.signedByHint')} aria-description={t('takes.signedByHint')}>
      {words}
    </p>
  );
});
