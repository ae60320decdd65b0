import { answerThread } from './answerThread';
import { groupWords } from './groupWords';

answerThread((content: string) => groupWords(content));
