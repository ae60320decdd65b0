import type { Editor } from '../../Editor';
import { takesCharacters } from '../../tools/writeOnCard';
import { isCharacter } from './isCharacter';
import { isOnStage } from './watchStages';

/** Whether the canvas takes this key as a character for its selected text card. */
export const isWrittenOnCard = (editor: Editor, event: KeyboardEvent): boolean =>
  isCharacter(event) && isOnStage(event.target) && takesCharacters(editor);
