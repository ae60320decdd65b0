import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { GALLERIES, modelsOf, type CatalogueEntry } from '../../stores/catalogue';
import type { PanelType } from '../../stores/PanelStore';
import { ActionButton } from '../../ui/ActionButton';
import { Icon } from '../../ui/Icon';
import { notify } from '../../ui/toasts/notify';
import { UNDER_DEVELOPMENT } from '../notices';
import { ModelArt } from './ModelArt';
import styles from './ModelExplorer.module.css';
import { HOME_ACTIONS } from '../../actions/projectActions';

/** In the order of the catalogue. */
const SECTIONS = new Set(GALLERIES.map(({ type }) => type));

function ModelCard({ model }: { readonly model: CatalogueEntry }) {
  const { t } = useTranslation();
  return (
    <a className={styles.card} href={model.url} target="_blank" rel="noopener noreferrer">
      <span className={styles.picture}>
        <ModelArt type={model.type} name={model.name} />
      </span>
      {model.available && <span className={styles.usable}>{t('dashboard.usable')}</span>}
      <span className={styles.caption}>
        <span className={styles.name}>{model.name}</span>
        <span className="visually-hidden">{t('dashboard.opensInNewTab')}</span>
        <Icon name="external" size={16} />
      </span>
    </a>
  );
}

function Gallery({ type }: { readonly type: PanelType }) {
  const { t } = useTranslation();
  const titleId = useId();
  const section = t(`dashboard.gallery.${type}`);
  return (
    <section aria-labelledby={titleId} className={styles.gallery}>
      <div className={styles.heading}>
        <h3 id={titleId} className={styles.title}>
          <span className={styles.sign}>
            <Icon name={type} />
          </span>
          {section}
        </h3>
        <ActionButton
          look="quiet"
          aria-label={t('dashboard.moreOf', { section })}
          action={HOME_ACTIONS.models}
          target={() => notify(UNDER_DEVELOPMENT)}
        />
      </div>
      <ul className={styles.grid}>
        {modelsOf(type, GALLERIES).map((model) => (
          <li key={model.name}>
            <ModelCard model={model} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Four galleries of models; each card leads to its vendor. */
export function ModelExplorer() {
  const { t } = useTranslation();
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className={styles.explorer}>
      <h2 id={titleId} className={styles.explorerTitle}>
        {t('dashboard.explorer')}
      </h2>
      {Array.from(SECTIONS, (type) => (
        <Gallery key={type} type={type} />
      ))}
    </section>
  );
}
