import i18next from 'i18next';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { en } from '../../src/i18n/en';
import { chooseLanguage } from '../../src/i18n/languages';
import { changeLanguage, startI18n } from '../../src/i18n/startI18n';

describe('which language a person reads', () => {
  it('is Korean for somebody who has never chosen, in any browser language [LANG-1]', () => {
    expect(navigator.language).toMatch(/^en/);
    expect(chooseLanguage('', null)).toBe('ko');
  });

  it('is the stored choice [LANG-2]', () => {
    expect(chooseLanguage('', 'en')).toBe('en');
    expect(chooseLanguage('', 'en-US')).toBe('en');
  });

  it('is the one in the address, before the stored one [LANG-2]', () => {
    expect(chooseLanguage('?lng=en', 'ko')).toBe('en');
    expect(chooseLanguage('?from=mail&lng=ko', 'en')).toBe('ko');
  });

  it('is not one that we do not speak [LANG-2]', () => {
    expect(chooseLanguage('?lng=fr', null)).toBe('ko');
    expect(chooseLanguage('?lng=fr', 'en')).toBe('en');
  });

  it('stays the one of the address on the next visit [LANG-2]', () => {
    startI18n('ko');
    window.history.replaceState(null, '', '/?lng=en');
    onTestFinished(() => window.history.replaceState(null, '', '/'));
    expect(startI18n().language).toBe('en');
    expect(localStorage.getItem('i18nextLng')).toBe('en');
    expect(chooseLanguage('', localStorage.getItem('i18nextLng'))).toBe('en');
  });

  it('is the one a person chooses later, which the address then names too [LANG-2]', () => {
    startI18n('ko');
    const state = { here: 'before' };
    window.history.replaceState(state, '', '/main/7?from=mail&lng=ko#spot');
    onTestFinished(() => window.history.replaceState(null, '', '/'));
    startI18n('en');
    expect(window.location.href).toMatch(/\/main\/7\?from=mail&lng=en#spot$/);
    expect(window.history.state).toEqual(state);
    expect(chooseLanguage(window.location.search, localStorage.getItem('i18nextLng'))).toBe('en');

    window.history.replaceState(null, '', '/main/7');
    startI18n('ko');
    expect(window.location.search).toBe('');
  });

  it('is the one chosen last, and nobody hears of another that could not be loaded meanwhile [LANG-3]', async () => {
    startI18n('ko');
    i18next.removeResourceBundle('en', 'translation');
    vi.doMock('../../src/i18n/en', () => {
      throw new Error('no network');
    });
    onTestFinished(() => {
      vi.doUnmock('../../src/i18n/en');
      i18next.addResourceBundle('en', 'translation', en);
    });
    expect(await Promise.all([changeLanguage('en'), changeLanguage('ko')])).toEqual([true, true]);
    expect(await changeLanguage('en')).toBe(false);
    expect(i18next.language).toBe('ko');
  });

  it('is stored and reported to the page when it changes [LANG-4] [LANG-9]', () => {
    startI18n('ko');
    expect(document.documentElement.lang).toBe('ko');
    expect(document.title).toBe('물길');
    expect(i18next.t('node.run')).toBe('실행');

    startI18n('en');
    expect(document.documentElement.lang).toBe('en');
    expect(localStorage.getItem('i18nextLng')).toBe('en');
    expect(document.title).toBe('Mulgil');
    expect(i18next.t('node.run')).toBe('Run');
  });
});
