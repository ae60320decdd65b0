type Language = 'ko' | 'en';

/**
 * The languages that a flow is walked through in: the given one in `npm test`, both in `npm run test:e2e`. What differs is the
 * words, and both have all of them (tests/i18n).
 */
export const languages = (first: Language): readonly Language[] =>
  process.env['LANGUAGES'] === 'all' ? ['ko', 'en'] : [first];
