import './jsdomGaps';
import './polledQueries';
import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { toast } from 'react-toastify/unstyled';
import { afterEach, beforeEach, vi } from 'vitest';
import { en } from '../../src/i18n/en';
import { ko } from '../../src/i18n/ko';
import { startI18n } from '../../src/i18n/startI18n';

// A busy machine must not fail the tests.
configure({ asyncUtilTimeout: 60_000 });

beforeEach(() => {
  startI18n('en', { en: { translation: en }, ko: { translation: ko } });
});

afterEach(() => {
  cleanup();
  // The library keeps a toast until a page has a place for it: the next file's would show it.
  toast.dismiss();
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
});
