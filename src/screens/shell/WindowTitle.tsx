import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useStores } from '../StoresContext';

/** Names the browser's tab after the open project, so that two tabs can be told apart. */
export const WindowTitle = observer(function WindowTitle() {
  const { t } = useTranslation();
  const name = useStores().project.projectName;
  const title =
    name === null ? t('product.name') : t('product.windowTitle', { project: name === '' ? t('shell.untitled') : name });
  useEffect(() => {
    document.title = title;
  }, [title]);
  return null;
});
