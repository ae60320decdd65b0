import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { HOME_ACTIONS } from '../../actions/projectActions';
import type { Member } from '../../api/contract';
import { ActionButton } from '../../ui/ActionButton';
import { Avatar } from '../../ui/Avatar';
import { Skeleton } from '../../ui/Skeleton';
import { notify } from '../../ui/toasts/notify';
import { UNDER_DEVELOPMENT } from '../notices';
import styles from './Greeting.module.css';

interface GreetingProps {
  /** Undefined while it is loading, null for a visitor. */
  readonly member: Member | null | undefined;
}

const AVATAR_SIZE = 64;

export function Greeting({ member }: GreetingProps) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();

  if (member === undefined) {
    return (
      <section className={styles.greeting} aria-busy="true" aria-label={t('dashboard.loading')}>
        <Skeleton isRound className={styles.avatarSkeleton} />
        <div className={styles.words}>
          <Skeleton className={styles.helloSkeleton} />
          <Skeleton className={styles.questionSkeleton} />
        </div>
        <Skeleton className={styles.buttonSkeleton} />
      </section>
    );
  }
  return (
    <section className={styles.greeting}>
      <Avatar picture={member?.picture} alt={t('dashboard.avatar')} size={AVATAR_SIZE} />
      <div className={styles.words}>
        <h1 className={styles.hello}>
          {member ? t('dashboard.helloName', { name: member.name }) : t('dashboard.hello')}
        </h1>
        <p className={styles.question}>{t('dashboard.question')}</p>
      </div>
      {member ? (
        <ActionButton action={HOME_ACTIONS.myPage} target={() => notify(UNDER_DEVELOPMENT)} />
      ) : (
        <ActionButton look="primary" action={HOME_ACTIONS.logIn} target={() => navigate('/signin')} />
      )}
    </section>
  );
}
