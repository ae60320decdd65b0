import { useState } from 'react';
import styles from './Avatar.module.css';
import { avatarUrl } from './avatarUrl';

const DEFAULT_PICTURE = '/avatar.svg';

interface AvatarProps {
  readonly picture: string | null | undefined;
  /** Empty when the name stands beside it. */
  readonly alt: string;
  /** CSS pixels. */
  readonly size: number;
}

/** A member's picture, or the default one for a visitor and for a picture that is missing or does not load. */
export function Avatar({ picture, alt, size }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const source = picture && picture !== broken ? avatarUrl(picture) : DEFAULT_PICTURE;
  return (
    <img
      className={styles.avatar}
      src={source}
      alt={alt}
      width={size}
      height={size}
      referrerPolicy="no-referrer"
      onError={() => setBroken(picture ?? null)}
    />
  );
}
