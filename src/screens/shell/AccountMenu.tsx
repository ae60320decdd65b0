import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Member } from '../../api/contract';
import { Avatar } from '../../ui/Avatar';
import { Icon } from '../../ui/Icon';
import styles from './AccountMenu.module.css';

interface AccountMenuProps {
  readonly member: Member;
  readonly onSignOut: () => void;
}

const AVATAR_SIZE = 32;

/** Who is signed in, and the way out. Escape or a press elsewhere closes it. */
export function AccountMenu({ member, onSignOut }: AccountMenuProps) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const menuId = useId();
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = (event: Event): void => {
      if (!root.current?.contains(event.target as Node)) setIsOpen(false);
    };
    const closeByKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      setIsOpen(false);
      button.current?.focus();
    };
    document.addEventListener('pointerdown', closeOutside, true);
    document.addEventListener('keydown', closeByKey);
    return () => {
      document.removeEventListener('pointerdown', closeOutside, true);
      document.removeEventListener('keydown', closeByKey);
    };
  }, [isOpen]);

  return (
    <div ref={root} className={styles.account}>
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-label={t('shell.accountOf', { name: member.name })}
        aria-expanded={isOpen}
        aria-controls={menuId}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Avatar picture={member.picture} alt="" size={AVATAR_SIZE} />
        <Icon name="chevron" size={16} />
      </button>
      <div id={menuId} className={styles.menu} hidden={!isOpen}>
        <p className={styles.name}>{member.name}</p>
        <button type="button" className={styles.item} onClick={onSignOut}>
          <Icon name="signOut" />
          {t('shell.signOut')}
        </button>
      </div>
    </div>
  );
}
