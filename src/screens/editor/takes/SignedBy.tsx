import { observer } from 'mobx-react-lite';
import { useTranslation } from 'react-i18next';
import styles from './TakeRecipe.module.css';
import { useSigner } from './useSigner';

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
