import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import type { Take } from '../../../api/contractTakes';
import { Icon } from '../../../ui/Icon';
import { useStores } from '../../StoresContext';
import { useRetriedPicture } from '../../useRetriedPicture';
import styles from './TakePicture.module.css';

interface TakePictureProps {
  readonly url: string;
  readonly size: 256 | 1024;
  /** Empty where something else names it. */
  readonly alt: string;
  readonly isLazy?: boolean;
  /** It is decoded already, and must be there with the next frame. */
  readonly isDecoded?: boolean;
  /** It is there, or could not be had. */
  readonly onSettled?: () => void;
}

/** A small version of a take's picture, whole in its place. */
export function TakePicture({ url, size, alt, isLazy = false, isDecoded = false, onSettled }: TakePictureProps) {
  const { t } = useTranslation();
  const { api } = useStores();
  const source = api.files.smallUrl(url, size);
  const { isBroken, onError } = useRetriedPicture(source);
  if (isBroken) {
    return (
      <span className={styles.broken} role="img" aria-label={t('takes.broken')}>
        <Icon name="image" />
      </span>
    );
  }
  return (
    <img
      className={styles.picture}
      src={source}
      alt={alt}
      draggable={false}
      loading={isLazy ? 'lazy' : undefined}
      decoding={isDecoded ? 'sync' : 'async'}
      onLoad={onSettled}
      onError={() => {
        onError();
        onSettled?.();
      }}
    />
  );
}

interface TakeResultProps extends Omit<ComponentProps<typeof TakePicture>, 'url'> {
  readonly take: Pick<Take, 'url' | 'text'>;
}

/** Picture of a take, or as many of its words as there is room for. */
export const TakeResult = ({ take: { url, text }, ...picture }: TakeResultProps) =>
  text === undefined ? <TakePicture {...picture} url={url} /> : <span className={styles.text}>{text}</span>;
