import { observer } from 'mobx-react-lite';
import { useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { NAME_MAX } from '../../api/contract';
import { classNames } from '../../ui/classNames';
import { Skeleton } from '../../ui/Skeleton';
import { useStores } from '../StoresContext';
import styles from './ProjectTitle.module.css';

/** Safari ends a composition before its Enter and tells so by this key code only. */
const IS_COMPOSING_KEY_CODE = 229;

/** The person has just asked to type here. */
const startTyping = (field: HTMLInputElement | null): void => {
  field?.focus();
  field?.select();
};

/** The open project's name, edited in place: Enter or leaving the field keeps it, Escape brings the old one back. */
export const ProjectTitle = observer(function ProjectTitle() {
  const { t } = useTranslation();
  const { project, session } = useStores();
  const [isEditing, setIsEditing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  // Taking the field away blurs it, which must not keep the name a second time or undo an Escape.
  const isOpen = useRef(false);
  const name = project.projectName;

  if (name === null) return session?.status === 'loading' ? <Skeleton className={styles.skeleton} /> : null;

  const open = (): void => {
    isOpen.current = true;
    setIsEditing(true);
  };
  const close = (): void => {
    isOpen.current = false;
    setIsEditing(false);
  };
  const keep = (typed: string): void => {
    if (!isOpen.current) return;
    close();
    const trimmed = typed.trim();
    if (trimmed !== name) void project.rename(trimmed);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing || event.keyCode === IS_COMPOSING_KEY_CODE) return;
    if (event.key === 'Enter') keep(event.currentTarget.value);
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
    event.stopPropagation();
    requestAnimationFrame(() => button.current?.focus());
  };

  if (isEditing) {
    return (
      <input
        className={classNames(styles.name, styles.input)}
        aria-label={t('shell.projectName')}
        placeholder={t('shell.untitled')}
        defaultValue={name}
        maxLength={NAME_MAX}
        ref={startTyping}
        onBlur={(event) => keep(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
    );
  }

  const shown = name === '' ? t('shell.untitled') : name;
  return (
    <button
      ref={button}
      type="button"
      className={classNames(styles.name, styles.button, name === '' && styles.untitled)}
      aria-label={t('shell.renameProject', { name: shown })}
      title={shown}
      onClick={open}
    >
      {shown}
    </button>
  );
});
