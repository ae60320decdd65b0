import { useEffect, useMemo, useRef, useState } from 'react';
import type { Snapshot } from '../../../engine';
import { paintTheme } from '../../../theme/paintTheme';
import { useColourMode } from '../../../theme/useColourMode';
import { useStores } from '../../StoresContext';
import { usePaintWords } from '../stage/usePaintWords';
import { paintVersion } from './paintVersion';
import styles from './VersionPicture.module.css';

interface VersionPictureProps {
  readonly snapshot: () => Promise<Snapshot>;
}

/** How a version looked as a whole, painted from its own canvas once it comes into sight. */
export function VersionPicture({ snapshot }: VersionPictureProps) {
  const { api } = useStores();
  const mode = useColourMode();
  const theme = useMemo(() => paintTheme(mode), [mode]);
  const words = usePaintWords();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [read, setRead] = useState<Snapshot | null>(null);
  const readSnapshot = useRef(snapshot);

  useEffect(() => {
    if (!canvas.current) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      // One that cannot be had stays blank; looking at it says why.
      readSnapshot.current().then(setRead, () => undefined);
    });
    observer.observe(canvas.current);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    if (!canvas.current || !read) return undefined;
    return paintVersion(canvas.current, read, { theme, words, resolveUrl: api.files.resolveUrl });
  }, [read, theme, words, api]);

  return <canvas ref={canvas} className={styles.picture} aria-hidden="true" data-painted={read !== null} />;
}
