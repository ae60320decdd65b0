import { withoutParticles } from './koreanParticles';

/** The kind that a Korean word seems to have, and the part of it that carries the meaning. */
export interface KoreanWord {
  kind: 'noun' | 'action' | 'detail' | 'filler';
  word: string;
}

/** Words that hold a sentence together and say nothing by themselves. */
const FILLERS = new Set(
  (
    '그 이 저 그리고 그러나 하지만 또 또는 및 등 것 거 수 때 더 좀 잘 매우 아주 정말 너무 가장 모든 어떤 여러 위 위에 아래 안 밖 앞 뒤 옆 ' +
    '속 중 사이 있는 있다 없는 없다 있고 있어 있습니다 하는 하고 해서 해줘 해주세요 그려줘 그려주세요 그려 만들어 만들어줘 만들어주세요 보여줘 ' +
    '덮인 쌓인 놓인 달린 핀 낀 든 보이는 반짝이는 잔 마리 그루 송이 ' +
    '같은 대한 위한 통해 따라 함께 그림 이미지 느낌 느낌의 느낌으로 스타일 스타일의 스타일로 분위기 분위기의 배경 배경으로 모습 모습을 장면 한 두 세 네 하나 둘 셋 ' +
    '되는 된 되어 인 의 을 를 이다 입니다 나 너 우리 내 제 무언가 내리는 지는 오는 부는 뜨는 피는'
  ).split(' '),
);

/** Describing words that are too short for a guess from their ending, and '키' of '키 큰'. */
const SHORT_DETAILS = new Set('큰 긴 먼 찬 센 키 키가'.split(' '));

const ADJECTIVE = /(적인|된|로운|스러운|스런|다운|같은|진|란|큰|긴|한|운|은|쁜|픈|찬|른)$/;
const VERB =
  /(리는|그는|하는|되는|지는|가는|오는|치는|르는|나는|서는|우는|추는|보는|쓰는|드는|니는|시는|키는|리며|하며|[^은는이가]고$|어서|아서|지고|리고|하게|인다|한다|린다|난다|는다|친다|진다|다$|앉아|누워|서서)$/;
/** A stem that ends in a consonant takes 은, never 는, as its topic particle: with 는 it is a verb (걷는, 앉는). */
const hasFinalConsonant = (syllable: string): boolean => (syllable.charCodeAt(0) - 0xac00) % 28 !== 0;
/** These follow nouns only. */
const NOUN_PARTICLE = /(을|를|에서|에게|에|의|으로|까지|부터|처럼|와|과|들|들이|들을|이랑)$/;

/** A guess from the word's ending, without a dictionary, so that it also works for unlisted words. */
export function koreanKind(word: string): KoreanWord {
  if (FILLERS.has(word)) return { kind: 'filler', word };
  if (SHORT_DETAILS.has(word)) return { kind: 'detail', word };
  if (VERB.test(word) || isAdnominal(word)) return { kind: 'action', word };
  if (!NOUN_PARTICLE.test(word) && word.length > 1 && ADJECTIVE.test(word)) return { kind: 'detail', word };
  const forms = withoutParticles(word).filter((form) => form.length > 1 || word.length <= 2);
  const noun = forms.find((form) => form !== word) ?? word;
  return FILLERS.has(noun) ? { kind: 'filler', word } : { kind: 'noun', word: noun };
}

function isAdnominal(word: string): boolean {
  const before = word.at(-2);
  return word.endsWith('는') && before !== undefined && hasFinalConsonant(before);
}
