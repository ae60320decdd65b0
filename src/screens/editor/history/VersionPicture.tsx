import { useEffect, useMemo, useRef, useState } from 'react';
import type { Snapshot } from '../../../engine';
import { paintTheme } from '../../../theme/paintTheme';
import { useColourMode } from '../../../theme/useColourMode';
import { useStores } from '../../StoresContext';
import { usePaintWords } from '../stage/usePaintWords';
import { paintVersion } from './paintVersion';

interface VersionPictureProps {
  /** Reads the version's canvas, unless it is not wanted any more. */
  readonly snapshot: (signal: AbortSignal) => Promise<Snapshot>;
}

/** 4:3, like the thumbnails of the dashboard; CSS pixels. */
const SIZE = { width: 120, height: 90 };

/** A small picture of a version, painted once from its own canvas while it is in sight. */
export function VersionPicture({ snapshot }: VersionPictureProps) {
  const { api } = useStores();
  const mode = useColourMode();
  const theme = useMemo(() => paintTheme(mode), [mode]);
  const words = usePaintWords();
  const canvas = useRef<HTMLCanvasElement>(null);
  const readSnapshot = useRef(snapshot);
  const [isSeen, setIsSeen] = useState(false);
  const [isPainted, setIsPainted] = useState(false);

  useEffect(() => {
    if (!canvas.current) return undefined;
    const observer = new IntersectionObserver((entries) => {
      setIsSeen(entries.at(-1)?.isIntersecting ?? false);
    });
    observer.observe(canvas.current);
    return () => observer.disconnect();
  }, []);

  const isWanted = isSeen || isPainted;
  useEffect(() => {
    if (!isWanted) return undefined;
    const leaving = new AbortController();
    const { signal } = leaving;
    const paint = async (): Promise<void> => {
      const read = await readSnapshot.current(signal);
      if (signal.aborted || !canvas.current) return;
      paintVersion(canvas.current, read, { theme, words, resolveUrl: api.files.resolveUrl, size: SIZE, signal });
      setIsPainted(true);
    };
    // A version that cannot be read stays blank; opening it says why.
    paint().catch(() => undefined);
    return () => leaving.abort();
  }, [isWanted, theme, words, api]);

  return <canvas ref={canvas} style={SIZE} aria-hidden="true" data-painted={isPainted} />;
}
