type Language = 'ko' | 'en';

/**
 * Languages in which a flow is tested: the given one in `npm test`, both in `npm run test:e2e`. Only the words differ, and both languages
 * have all of them (tests/i18n).
 */
export const languages = (first: Language): readonly Language[] =>
  process.env['LANGUAGES'] === 'all' ? ['ko', 'en'] : [first];
