import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ONE_TAKE_ACTIONS } from '../../../actions';
import type { Take } from '../../../api/contractTakes';
import { causeOf } from '../../../stores/causeOf';
import type { FlowStore } from '../../../stores/flow/FlowStore';
import { ActionButton } from '../../../ui/ActionButton';
import { CloseButton } from '../../../ui/CloseButton';
import { Modal } from '../../../ui/Modal';
import { putBranch } from '../../library/putTake';
import { useStores } from '../../StoresContext';
import { hrefOfNode } from '../view/useAskedNode';
import styles from './MadeOf.module.css';
import { SignedBy } from './SignedBy';
import { TakePicture } from './TakePicture';
import { TakeRecipe } from './TakeRecipe';

interface MadeOfProps {
  readonly flow: FlowStore;
  readonly pid: number;
  /** Url of the picture, on any node. */
  readonly url: string;
  /** Takes the view and the focus to a node of this canvas, after the dialog has closed. */
  readonly onGoTo: (nodeId: string) => void;
  readonly onClose: () => void;
}

type Answer = readonly Take[] | 'reading' | 'failed';

/** How a picture was made: its recipe, and a link to the node that made it, in this project or another one. */
const MadeOf = observer(function MadeOf({ flow, pid, url, onGoTo, onClose }: MadeOfProps) {
  const { t } = useTranslation();
  const { api } = useStores();
  const [now] = useState(() => new Date());
  const [answer, setAnswer] = useState<Answer>('reading');
  useEffect(() => {
    let isGone = false;
    const tell = (told: Answer): void => {
      if (!isGone) setAnswer(told);
    };
    api.takes.ofPicture(url).then(tell, (error: unknown) => {
      // A picture of another host, or of another member, has no takes.
      tell(causeOf(error) === 'notThere' ? [] : 'failed');
    });
    return () => {
      isGone = true;
    };
  }, [api, url]);

  const takes = typeof answer === 'string' ? [] : answer;
  // The same picture may be a take of several nodes: one of this canvas is the nearest.
  const here = takes.filter(({ projectId }) => projectId === pid);
  const take = here.find(({ nodeId }) => flow.node(nodeId) !== undefined) ?? here[0] ?? takes[0];
  const isThere = take !== undefined && take.projectId === pid && flow.node(take.nodeId) !== undefined;
  const leaveTo = (go: () => void): void => {
    onClose();
    // The dialog gives the focus back as it closes.
    window.setTimeout(go);
  };
  const { goTo, branch } = ONE_TAKE_ACTIONS;
  const target = take && {
    take,
    isNodeGone: !isThere,
    goTo: () => leaveTo(() => onGoTo(take.nodeId)),
    branch: () => leaveTo(() => putBranch(flow.editor, take)),
  };
  return (
    <Modal title={t('madeOf.title')} onClose={onClose}>
      <CloseButton className={styles.close} onClose={onClose} />
      <div className={styles.content} data-testid="made-of" aria-busy={answer === 'reading'}>
        <span className={styles.picture}>
          <TakePicture url={url} size={256} alt="" />
        </span>
        {answer === 'failed' && <p role="alert">{t('madeOf.failed')}</p>}
        {answer !== 'reading' && answer !== 'failed' && !take && (
          <>
            <p role="status">{t('madeOf.none')}</p>
            <SignedBy url={url} />
          </>
        )}
        {take && target && (
          <>
            <TakeRecipe take={take} now={now} />
            {take.projectId !== pid && <p className={styles.where}>{t('madeOf.elsewhere')}</p>}
            {take.projectId === pid && !isThere && <p className={styles.where}>{t('madeOf.nodeGone')}</p>}
            <div className={styles.ways}>
              {isThere && <ActionButton action={goTo} target={target} />}
              {take.projectId !== pid && (
                <a className={styles.link} href={hrefOfNode(take.projectId, take.nodeId)}>
                  {t('madeOf.openProject')}
                </a>
              )}
              {take.recipe && <ActionButton look="quiet" action={branch} target={target} />}
            </div>
          </>
        )}
      </div>
    </Modal>
  );
});

export default MadeOf;
