import { useState } from 'react';
import styles from './Avatar.module.css';

/** The size in which a member's picture is requested, pixels (DASH-1). */
const AVATAR_SIZE_VARIANT = 256;

/** Google's picture URLs end in `=s96` or `=s96-c`: they are requested at 256; other URLs stay as they are. */
export const avatarUrl = (picture: string): string => picture.replace(/=s\d+(-c)?$/, `=s${AVATAR_SIZE_VARIANT}$1`);

const DEFAULT_PICTURE = '/avatar.svg';

interface AvatarProps {
  readonly picture: string | null | undefined;
  /** Empty when the name is beside it. */
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
