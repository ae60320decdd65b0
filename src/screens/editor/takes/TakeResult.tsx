import type { ComponentProps } from 'react';
import type { Take } from '../../../api/contractTakes';
import { TakePicture } from './TakePicture';
import styles from './TakePicture.module.css';

interface TakeResultProps extends Omit<ComponentProps<typeof TakePicture>, 'url'> {
  readonly take: Pick<Take, 'url' | 'text'>;
}

/** Picture of a take, or as many of its words as there is room for. */
export const TakeResult = ({ take: { url, text }, ...picture }: TakeResultProps) =>
  text === undefined ? <TakePicture {...picture} url={url} /> : <span className={styles.text}>{text}</span>;
