import { useTranslation } from 'react-i18next';
import { WALK_ACTIONS, type WalkTarget } from '../actions/walkActions';
import { IconButton } from './IconButton';

interface StepButtonProps {
  readonly to: 'previous' | 'next';
  /** What is shown one at a time. */
  readonly target: WalkTarget;
  readonly className: string | undefined;
}

/** Goes on to the next picture, or back to the one before. */
export function StepButton({ to, target, className }: StepButtonProps) {
  const { t } = useTranslation();
  const action = WALK_ACTIONS[to];
  return (
    <IconButton
      icon="chevron"
      className={className}
      label={t(`node.${to}Picture`)}
      aria-disabled={action.whyNot(target) !== null}
      onClick={() => action.run(target)}
    />
  );
}
