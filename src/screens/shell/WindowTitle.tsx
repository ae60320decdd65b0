import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useStores } from '../StoresContext';

/** Names the browser's tab after the open project, so that two tabs can be told apart, and after the sign-in page. */
export const WindowTitle = observer(function WindowTitle() {
  const { t } = useTranslation();
  const name = useStores().project.projectName;
  const [path] = useLocation();
  const screen = path === '/signin' ? t('shell.logIn') : name === '' ? t('shell.untitled') : name;
  const title = screen === null ? t('product.name') : t('product.windowTitle', { screen });
  useEffect(() => {
    document.title = title;
  }, [title]);
  return null;
});
