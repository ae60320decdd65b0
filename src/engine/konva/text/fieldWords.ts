import type { TextField } from '../../edits/editText';

/** The words of a text field, in one language. */
export interface FieldWords {
  /** Accessible names of the fields by the text that they hold. */
  readonly names: Readonly<Record<TextField['name'], string>>;
  /** Placeholder of an empty text. */
  readonly textPlaceholder: string;
  /** Placeholder of an empty name or title. */
  readonly untitled: string;
  /** Accessible name of the grip that resizes the field of a long text. */
  readonly size: string;
  /** The size in words; CSS pixels. */
  readonly sizeValue: (width: number, height: number) => string;
}

/** Words to begin with, in both languages of the application; they are its own. */
export const FIELD_WORDS: Readonly<Record<'ko' | 'en', FieldWords>> = {
  ko: {
    names: { title: '제목', name: '이름', value: '값' },
    textPlaceholder: '텍스트를 입력해 주세요',
    untitled: '제목 없음',
    size: '입력 칸 크기',
    sizeValue: (width, height) => `가로 ${width}픽셀, 세로 ${height}픽셀`,
  },
  en: {
    names: { title: 'Title', name: 'Name', value: 'Value' },
    textPlaceholder: 'Please enter your text',
    untitled: 'Untitled',
    size: 'Size of the text field',
    sizeValue: (width, height) => `${width} by ${height} pixels`,
  },
};
