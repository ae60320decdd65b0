import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { PipeDrawing } from '../../ui/PipeDrawing';
import styles from './MessagePage.module.css';

interface NotFoundProps {
  /** A project that is not there reads differently from an address that is none. */
  readonly what?: 'page' | 'project';
}

export function NotFound({ what = 'page' }: NotFoundProps) {
  const { t } = useTranslation();
  return (
    <section className={styles.page}>
      <svg viewBox="0 0 240 120" className={styles.drawing} aria-hidden="true">
        <PipeDrawing
          flow="text"
          corners={[
            [-20, 40],
            [70, 40],
            [70, 80],
            [96, 80],
          ]}
        />
        <PipeDrawing
          flow="image"
          corners={[
            [260, 40],
            [170, 40],
            [170, 80],
            [144, 80],
          ]}
        />
      </svg>
      <h1 className={styles.title}>{t(what === 'project' ? 'notFound.projectTitle' : 'notFound.title')}</h1>
      <p className={styles.text}>{t(what === 'project' ? 'notFound.projectText' : 'notFound.text')}</p>
      <Link href="/" className={styles.action}>
        {t('notFound.home')}
      </Link>
    </section>
  );
}
