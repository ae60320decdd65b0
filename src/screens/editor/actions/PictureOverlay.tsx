import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/Icon';
import { IconButton } from '../../../ui/IconButton';
import { useModalDialog } from '../../../ui/useModalDialog';
import styles from './PictureOverlay.module.css';

interface PictureOverlayProps {
  /** As the browser can load it. */
  readonly url: string;
  readonly title: string;
  /** Who made it and what it cost, where that is known. */
  readonly origin?: string | null;
  readonly onClose: () => void;
}

/**
 * The original picture over the whole window, larger or smaller so that it fits within 90 % of it. The browser's own dialog
 * keeps the focus inside and gives it back; Escape and a press beside the picture close it.
 */
export function PictureOverlay({ url, title, origin, onClose }: PictureOverlayProps) {
  const { t } = useTranslation();
  const dialog = useModalDialog(onClose);
  const [isBroken, setIsBroken] = useState(false);
  const originId = useId();
  const words = t('node.picture', { title });

  return (
    <dialog
      {...dialog}
      className={styles.overlay}
      aria-label={words}
      aria-describedby={origin ? originId : undefined}
      data-testid="picture-overlay"
    >
      {isBroken ? (
        <div className={styles.broken} role="img" aria-label={t('node.brokenPicture')}>
          <Icon name="image" size={48} />
          <p>{t('node.brokenPicture')}</p>
        </div>
      ) : (
        <img
          className={styles.picture}
          src={url}
          alt={words}
          onLoad={({ currentTarget: { style, naturalWidth, naturalHeight } }) =>
            style.setProperty('--ratio', String(naturalWidth / naturalHeight))
          }
          onError={() => setIsBroken(true)}
        />
      )}
      {origin && (
        <p id={originId} className={styles.origin}>
          {origin}
        </p>
      )}
      <IconButton className={styles.close} icon="close" label={t('node.close')} onClick={onClose} />
    </dialog>
  );
}
