import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { WritingTarget } from '../../../actions';
import { chooseLanguage } from '../../../i18n/languages';
import type { OpenEditor } from '../../../stores/EditorSession';
import { OfferedWords } from './OfferedWords';

interface WritingWays {
  readonly target: WritingTarget;
  /** The offer that waits for an answer. */
  readonly shown: ReactNode;
}

/** Words from the server's text model: the way to ask for them, and the dialog in which they are taken or left. */
export function useWriting(
  { editor, writing, conversion }: Pick<OpenEditor, 'editor' | 'writing' | 'conversion'>,
  isOffered: boolean,
  focusNode: (nodeId: string) => void,
): WritingWays {
  const { i18n } = useTranslation();
  const language = chooseLanguage('', i18n.language);
  const target = useMemo(
    (): WritingTarget => ({
      editor,
      isOffered,
      sourceOf: (task, nodeId) => writing.sourceOf(task, nodeId),
      ask: (task, nodeId) => void writing.ask(task, nodeId, language),
    }),
    [editor, writing, isOffered, language],
  );
  return { target, shown: <OfferedWords writing={writing} conversion={conversion} onTaken={focusNode} /> };
}
