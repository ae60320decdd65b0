import { useState } from 'react';
import { TakePicture } from '../TakePicture';
import styles from './CompareTakes.module.css';

/** The strip's small version, which is there already, until the larger one has been made and has come. */
export function ComparedPicture({ url }: { readonly url: string }) {
  const [isThere, setIsThere] = useState(false);
  return (
    <>
      {!isThere && (
        <div className={styles.soon}>
          <TakePicture url={url} size={256} alt="" />
        </div>
      )}
      <TakePicture url={url} size={1024} alt="" onSettled={() => setIsThere(true)} />
    </>
  );
}
