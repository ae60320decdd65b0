import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStores, useResource } from '../../StoresContext';

/** 'Signed by …' of a picture, in an observer; empty where nobody says so, or that is not known yet. */
export function useSigner(url: string | null): string {
  const { t } = useTranslation();
  const stores = useStores();
  const signer = useMemo(() => (url === null ? null : stores.pictureSigner(url)), [stores, url]);
  const name = useResource(signer)?.data;
  return name ? t('takes.signedBy', { name }) : '';
}
