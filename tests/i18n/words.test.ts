import { describe, expect, it } from 'vitest';
import { en } from '../../src/i18n/en';
import { ko } from '../../src/i18n/ko';

type Tree = { readonly [key: string]: string | Tree };

/** Every sentence by its dotted key. */
const flatten = (tree: Tree, prefix = ''): Map<string, string> =>
  new Map(
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === 'string' ? [[prefix + key, value] as const] : [...flatten(value, `${prefix}${key}.`)],
    ),
  );

const blanks = (sentence: string): readonly string[] =>
  [...sentence.matchAll(/{{\s*(\w+)\s*}}/g)].map((match) => match[1] ?? '').toSorted();

/** Whether it has anything to translate: some sentences consist only of blanks, keys and punctuation. */
const hasLetters = (sentence: string): boolean => /\p{L}/u.test(sentence.replaceAll(/{{.*?}}|\$t\(.*?\)/g, ''));

const english = flatten(en);
const korean = flatten(ko);

describe('the words of the product', () => {
  it('has every key in both languages [LANG-6]', () => {
    expect([...korean.keys()].toSorted()).toEqual([...english.keys()].toSorted());
  });

  it('fills the same blanks in both languages [LANG-6]', () => {
    // The blank in a failure is the server's English sentence: Korean has its own for each known code.
    const alike = [...korean].filter(([key]) => !key.startsWith('failure.'));
    for (const [key, sentence] of alike) expect([key, blanks(sentence)]).toEqual([key, blanks(english.get(key) ?? '')]);
  });

  it('leaves no sentence empty and no Korean one untranslated [LANG-6]', () => {
    const empty = [...english, ...korean].filter(([, sentence]) => sentence.trim() === '');
    const untranslated = [...korean].filter(([, sentence]) => hasLetters(sentence) && !/[가-힣]/.test(sentence));
    expect({ empty, untranslated }).toEqual({ empty: [], untranslated: [] });
  });

  it('speaks to people politely: a Korean sentence that ends in a full stop ends in 요 or 유 [LANG-10]', () => {
    const sentences = [...korean].filter(([, words]) => words.endsWith('.') && !words.endsWith('...'));
    expect(sentences.filter(([, words]) => !/(요|유)\.$/.test(words))).toEqual([]);
  });

  it('says connection of what joins two nodes, and network of the way to the server', () => {
    const pipes = [...english, ...korean].filter(([, words]) => /\bpipe|파이프/i.test(words));
    expect(pipes.map(([key]) => key)).toEqual(['product.titleBottom']);
    const mixed = [...english, ...korean].filter(([, words]) => /check \w+ connection|연결을 확인/i.test(words));
    expect(mixed).toEqual([]);
  });

  it('names the menu, its buttons and the nodes as promised [LANG-7]', () => {
    expect(en.flows).toMatchObject({
      text: { name: 'Text', search: 'Search text AI', models: 'Text AI model node' },
      image: { name: 'Image', search: 'Search image AI', models: 'Image AI model node' },
      video: { name: 'Video', search: 'Search video AI' },
      audio: { name: 'Audio', search: 'Search audio AI' },
    });
    expect(en.panel).toMatchObject({ textInputNode: 'Text input node', imageInputNode: 'Image input node' });
    expect(en.node).toMatchObject({
      textPlaceholder: 'Please enter your text',
      convert: 'Convert to category',
      upload: 'Upload a file',
    });
  });

  it('keeps the words that are promised to the letter [LANG-8]', () => {
    expect(en.toast.underDevelopmentTitle).toBe('Currently under development');
    expect(en.toast.underDevelopmentContent).toBe('This feature is currently under preparation.');
    expect(en.toast.notYetTitle).toBe('This model is coming soon ✨');
    expect(en.toast.notYetTitle2).toBe('Currently under development ✨');
    expect(en.toast.notYetContent).toBe('New nodes will be available soon.');
    expect(en.toast.notYetContent2).toBe('This node is not yet available.');
    expect(en.toast.notYetContent3).toBe('Only the "gemini-2.5-flash" model is currently supported.');
    expect(en.toast.failTitle).toBe('Failed to convert to category');
    expect(en.toast.failContent).toBe('An unknown error has occurred.');
    expect(en.toast.imageGenerationErrorTitle).toBe('Image Generation Failed');
    expect(en.toast.imageGenerationErrorDescription).toBe('An error occurred while generating the image.');
    expect(en.toast.unknownError).toBe('An unknown error occurred.');
    expect(en.imageGenerationSuccessTitle).toBe('Image Generated');
    expect(en.imageGenerationSuccessDescription).toBe('The image has been successfully generated.');
    expect(en.node.invalidFile).toBe('Please upload a valid image file.');
    expect(en.node.runNeedsLeft).toBe('A left node must be connected to execute.');
  });
});
