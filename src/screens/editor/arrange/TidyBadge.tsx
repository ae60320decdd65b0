import { observer } from 'mobx-react-lite';
import { useTranslation } from 'react-i18next';
import type { TidyUp } from '../../../stores/arrange/TidyUp';
import { WorkBadge } from '../view/WorkBadge';

interface TidyBadgeProps {
  readonly tidyUp: Pick<TidyUp, 'share' | 'stop'>;
  /** It goes with its button. */
  readonly onStop: () => void;
}

/** Says that nodes are being tidied up. */
export const TidyBadge = observer(function TidyBadge({ tidyUp, onStop }: TidyBadgeProps) {
  const { t } = useTranslation();
  const { share } = tidyUp;
  if (share === null) return null;
  const stop = (): void => {
    tidyUp.stop();
    onStop();
  };
  return (
    <WorkBadge
      words={t('arrange.tidying')}
      share={share}
      stopWords={t('arrange.stopTidying')}
      onStop={stop}
      testId="tidy-badge"
    />
  );
});
