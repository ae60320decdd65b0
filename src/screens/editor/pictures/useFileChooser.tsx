import { useCallback, useRef, type ReactNode } from 'react';

/** The browser's file chooser for pictures: `choose` opens it for a node, `input` must be on the page. */
export function useFileChooser(onFiles: (nodeId: string, files: readonly File[]) => void): {
  readonly choose: (nodeId: string) => void;
  readonly input: ReactNode;
} {
  const element = useRef<HTMLInputElement>(null);
  const chosenFor = useRef<string | null>(null);

  const choose = useCallback((nodeId: string) => {
    chosenFor.current = nodeId;
    element.current?.click();
  }, []);

  const input = (
    <input
      ref={element}
      type="file"
      accept="image/*"
      multiple
      hidden
      data-testid="file-chooser"
      onChange={(event) => {
        const files = [...(event.currentTarget.files ?? [])];
        if (files.length > 0 && chosenFor.current !== null) onFiles(chosenFor.current, files);
        // The same file again is a choice again.
        event.currentTarget.value = '';
      }}
    />
  );

  return { choose, input };
}
