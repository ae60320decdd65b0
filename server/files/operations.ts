import type { Operation } from '../http/openapi/Operation';

const base = { tag: 'files', access: 'member' } as const;
const BYTES = { text: 'The bytes as they were uploaded or made.' };
const AWAY = '`storeUnavailable`: try again in a moment.';
const BUSY = '`picturesBusy`: too many pictures are being read.';

export const UPLOAD_FILE: Operation = {
  ...base,
  id: 'uploadFile',
  summary: 'Upload a picture',
  description:
    'The same bytes give the same url. They are kept as they come, metadata such as a location included, for the member alone; engines are sent the pixels only. `keepsLocation` says whether there is one.',
  form: {
    field: 'file',
    description:
      'A PNG, JPEG, WebP, GIF or AVIF of at most 20 MiB and 64 megapixels; an AVIF of at most 48, or 35 with more than 8 bits.',
  },
  answers: { 201: { when: 'It is kept.' } },
  failures: {
    400: '`badForm`: the form did not arrive whole.',
    413: '`pictureTooLarge`: it has more bytes or pixels, or takes more memory to read, than are taken. `quota`: the member has as much as they may.',
    415: '`notMultipart`, `notAPicture`: the file is of another kind.',
    422: '`fieldMissing`, `pictureUnreadable`: there is no picture, or it is damaged.',
    503: `${AWAY} ${BUSY}`,
  },
};

export const GET_FILE: Operation = {
  ...base,
  id: 'getFile',
  summary: 'A picture that the member has uploaded or had made',
  description: 'With `size` a small WebP of it, whose longer side has at most so many pixels.',
  answers: {
    200: {
      when: 'It never changes.',
      content: {
        'image/png': BYTES,
        'image/jpeg': BYTES,
        'image/webp': BYTES,
        'image/gif': BYTES,
        'image/avif': BYTES,
      },
    },
  },
  failures: {
    404: '`pictureNotFound`: there is none, or it is not theirs.',
    413: '`pictureTooLarge`: with `size`: it takes too much memory to read.',
    422: '`pictureUnreadable`: with `size`: it is damaged.',
    503: `${AWAY} ${BUSY}`,
  },
};

export const GET_CREDENTIALS: Operation = {
  ...base,
  id: 'getCredentials',
  summary: 'Who says that they have signed a picture',
  description:
    'The name in the certificate of its content credentials (C2PA), in PNG, JPEG and WebP. Neither the signature nor the certificate is checked: anybody can write any name.',
  answers: { 200: { when: '`signedBy` is null for a picture without such a name.' } },
  failures: {
    404: '`pictureNotFound`: there is none, or it is not theirs.',
    413: '`pictureTooLarge`: an older picture takes too much memory to read.',
    422: '`pictureUnreadable`: an older picture is damaged.',
    503: `${AWAY} ${BUSY}`,
  },
};
