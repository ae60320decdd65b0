interface Modifiers {
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

export const isPlainKey = ({ altKey, ctrlKey, metaKey }: Modifiers): boolean => !altKey && !ctrlKey && !metaKey;
