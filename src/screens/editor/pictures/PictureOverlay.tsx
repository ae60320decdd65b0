import { useId, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { bindAction, PICTURE_ACTIONS, walk, WALK_ACTIONS, type PictureTarget, type WalkTarget } from '../../../actions';
import { ActionTool } from '../../../ui/ActionTool';
import { classNames } from '../../../ui/classNames';
import { CloseButton } from '../../../ui/CloseButton';
import { Icon } from '../../../ui/Icon';
import { IconButton } from '../../../ui/IconButton';
import { useModalDialog } from '../../../ui/Modal';
import { useRetriedPicture } from '../../useRetriedPicture';
import styles from './PictureOverlay.module.css';
import { useSwipe } from './useSwipe';

/** Longer prompts do not fit their line on any window. */
const SHORT_PROMPT = 40;

interface PictureOverlayProps {
  /** A url that the browser can load. */
  readonly url: string;
  readonly title: string;
  /** The prompt it was made from. */
  readonly prompt?: string;
  /** Its maker and its cost, when they are known. */
  readonly origin?: string | null;
  /** Its index, from 0, and the number of pictures. */
  readonly place?: { readonly index: number; readonly count: number };
  /** Shows the one with this index. */
  readonly onGo?: (index: number) => void;
  /** The target of its actions; it has none when omitted. */
  readonly target?: PictureTarget;
  readonly onClose: () => void;
}

/**
 * The original picture over the whole window, scaled to fit within 90 % of it, with its prompt. The browser's own
 * dialog keeps the focus inside and gives it back; Escape and a press beside the picture close it, arrow keys and a
 * swipe go to the next one and back.
 */
export function PictureOverlay(props: PictureOverlayProps) {
  const { url, title, prompt = '', origin, place = { index: 0, count: 1 }, onGo, target, onClose } = props;
  const { t } = useTranslation();
  const dialog = useModalDialog(onClose);
  const [isWhole, setIsWhole] = useState(false);
  const [promptId, originId] = [useId(), useId()];
  const words = t('node.picture', { title });
  const described = [prompt && promptId, origin && originId].filter(Boolean).join(' ');
  const row: WalkTarget = {
    at: place.index,
    count: place.count,
    across: 1,
    hasEnds: false,
    go: (index) => index !== place.index && onGo?.(index),
  };
  const swipe = useSwipe((by) => WALK_ACTIONS[by > 0 ? 'next' : 'previous'].run(row));
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!event.shiftKey) walk(event, row);
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a dialog hears the keys of what is in it
    <dialog
      {...dialog}
      {...swipe}
      className={styles.overlay}
      aria-label={words}
      aria-describedby={described || undefined}
      data-testid="picture-overlay"
      onKeyDown={onKeyDown}
    >
      <CloseButton className={styles.close} onClose={onClose} />
      <FittedPicture key={url} url={url} words={words} />
      {place.count > 1 && (
        <>
          {(['previous', 'next'] as const).map((to) => (
            <ActionTool
              key={to}
              action={bindAction(WALK_ACTIONS[to], row)}
              icon="chevron"
              label={t(`node.${to}Picture`)}
              className={classNames(styles.step, styles[to])}
            />
          ))}
        </>
      )}
      <div className={styles.caption}>
        {place.count > 1 && (
          <span className={styles.place} role="status">
            <span className="visually-hidden">{words} </span>
            {t('node.pictureOf', { number: place.index + 1, count: place.count })}
          </span>
        )}
        {prompt && (
          <div id={promptId} className={classNames(styles.prompt, isWhole && styles.whole)}>
            {prompt}
          </div>
        )}
        {prompt && (prompt.length > SHORT_PROMPT || prompt.includes('\n')) && (
          <IconButton
            className={isWhole ? undefined : styles.more}
            icon="chevron"
            label={t('node.wholePrompt')}
            aria-expanded={isWhole}
            onClick={() => setIsWhole(!isWhole)}
          />
        )}
        {origin && (
          <p id={originId} className={styles.origin}>
            {origin}
          </p>
        )}
        {target && PICTURE_ACTIONS.origin.whyNot(target) === null && (
          <ActionTool action={bindAction(PICTURE_ACTIONS.origin, target)} icon="info" />
        )}
        {target && <ActionTool action={bindAction(PICTURE_ACTIONS.download, target)} icon="download" />}
      </div>
    </dialog>
  );
}

function FittedPicture({ url, words }: { readonly url: string; readonly words: string }) {
  const { t } = useTranslation();
  const { isBroken, onError } = useRetriedPicture(url);
  if (isBroken) {
    return (
      <div className={styles.broken} role="img" aria-label={t('node.brokenPicture')}>
        <Icon name="image" size={48} />
        <p>{t('node.brokenPicture')}</p>
      </div>
    );
  }
  return (
    <img
      className={styles.picture}
      src={url}
      alt={words}
      draggable={false}
      onLoad={({ currentTarget: { style, naturalWidth, naturalHeight } }) =>
        style.setProperty('--ratio', String(naturalWidth / naturalHeight))
      }
      onError={onError}
    />
  );
}
