import { useRef, type KeyboardEvent } from 'react';
import { NAME_MAX } from '../api/contract';
import { isComposing } from '../engine/konva';

/** The person has just asked to type here. */
const startTyping = (field: HTMLInputElement | null): void => {
  field?.focus();
  field?.select();
};

interface NameFieldProps {
  readonly name: string;
  readonly label: string;
  readonly placeholder: string;
  readonly className?: string | undefined;
  /** Called with the trimmed name if it differs, else with null; after a key the caller moves the focus back. */
  readonly onClose: (name: string | null, isByKey: boolean) => void;
}

/** A name that is edited in place: Enter or leaving the field keeps it, Escape restores the old one. */
export function NameField({ name, label, placeholder, className, onClose }: NameFieldProps) {
  // Removing the field blurs it, which must not keep the name a second time or undo an Escape.
  const isOpen = useRef(true);

  const close = (typed: string | null, isByKey: boolean): void => {
    if (!isOpen.current) return;
    isOpen.current = false;
    const trimmed = typed?.trim() ?? name;
    onClose(trimmed === name ? null : trimmed, isByKey);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    close(event.key === 'Enter' ? event.currentTarget.value : null, true);
  };

  return (
    <input
      className={className}
      aria-label={label}
      placeholder={placeholder}
      defaultValue={name}
      maxLength={NAME_MAX}
      ref={startTyping}
      onBlur={(event) => close(event.currentTarget.value, false)}
      onKeyDown={onKeyDown}
    />
  );
}
