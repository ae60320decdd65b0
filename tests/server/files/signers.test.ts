import fc from 'fast-check';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { signerOf } from '../../../server/files/credentials/signerOf';
import {
  box,
  CLAIM,
  manifest,
  signClaim,
  signedStore,
  signJpeg,
  signPng,
  signWebp,
  superbox,
} from '../support/contentCredentials';
import { openApp } from '../support/openApp';
import { signIn, type Person } from '../support/Person';

const HAN = { organisation: 'Han & 물길 화실, "s.r.o."', name: 'signer 7' };
const FORMATS = {
  png: signPng,
  jpeg: signJpeg,
  webp: signWebp,
  'jpeg in parts': (plain: Buffer, store: Buffer) => signJpeg(plain, store, 100),
};
type Format = keyof typeof FORMATS;

let plain: Readonly<Record<Format, Buffer>>;

beforeAll(async () => {
  const picture = sharp({ create: { width: 48, height: 32, channels: 3, background: '#2f6bff' } });
  const [png, jpeg, webp] = await Promise.all([
    picture.png().toBuffer(),
    picture.jpeg().toBuffer(),
    picture.webp().toBuffer(),
  ]);
  plain = { png, jpeg, webp, 'jpeg in parts': jpeg };
});

const keep = async (person: Person, picture: Buffer): Promise<string> => {
  const answer = await person.upload('POST', '/files', 'file', picture);
  expect(answer.statusCode).toBe(201);
  return answer.json<{ url: string }>().url;
};
const signedBy = async (person: Person, url: string): Promise<unknown> => {
  const answer = await person.get(`${url}/credentials`);
  expect(answer.statusCode).toBe(200);
  return answer.json();
};

const store = (...manifests: Buffer[]): Buffer => superbox('c2pa', 'c2pa', ...manifests);
const inPng = (bytes: Buffer): Buffer => signPng(plain.png, bytes);

describe('the signer of a picture [SIGNED-2]', () => {
  it.each<Format>(['png', 'jpeg', 'webp', 'jpeg in parts'])(
    'is named as in the certificate, and the file stays as it is: %s',
    async (format) => {
      const signed = FORMATS[format](plain[format], signedStore(HAN));
      const { app } = await openApp();
      const person = await signIn(app);
      const url = await keep(person, signed);
      expect(await signedBy(person, url)).toEqual({ signedBy: HAN.organisation });
      expect((await person.get(url)).rawPayload.equals(signed)).toBe(true);
      expect(await signedBy(person, await keep(person, plain[format]))).toEqual({ signedBy: null });
    },
  );

  it('is read of a picture that is there since before anybody looked, once, and only by its member', async () => {
    const { app, db } = await openApp();
    const person = await signIn(app);
    const url = await keep(person, signPng(plain.png, signedStore(HAN)));
    await db.updateTable('file').set({ signed_by: null }).execute();
    const stranger = await signIn(app, 'stranger');
    expect((await stranger.get(`${url}/credentials`)).statusCode).toBe(404);
    expect(await db.selectFrom('file').select('signed_by').execute()).toEqual([{ signed_by: null }]);
    expect(await signedBy(person, url)).toEqual({ signedBy: HAN.organisation });
    expect(await db.selectFrom('file').select('signed_by').execute()).toEqual([{ signed_by: HAN.organisation }]);
  });

  it('is the one of the newest manifest, by its own name without an organisation, in one visible line', () => {
    const older = manifest('older', signClaim(CLAIM, { organisation: 'A camera' }));
    const newer = manifest('newer', signClaim(CLAIM, { name: 'Jiwoo' }, false));
    expect(signerOf(inPng(store(older, newer)))).toBe('Jiwoo');
    expect(signerOf(inPng(store(newer, older)))).toBe('A camera');
    const odd = { organisation: ' \u202Egnp.ehs\u2066\n\tA\u0000B ', name: 'x' };
    expect(signerOf(inPng(signedStore(odd)))).toBe('gnp.ehs A B');
    expect(signerOf(inPng(signedStore({ organisation: '\u200B ', name: 'Jiwoo' })))).toBe('Jiwoo');
    expect(signerOf(inPng(signedStore({ organisation: '화'.repeat(3000) })))).toBe('화'.repeat(100));
  });

  it('is nobody when the newest manifest is of an unknown kind, has no signature, or an invalid one', () => {
    const signature = signClaim(CLAIM, HAN);
    const claim = superbox('c2cl', 'c2pa.claim', box('cbor', CLAIM));
    const good = manifest('good', signature);
    const nobodys = {
      'a kind of later': store(good, superbox('c2cm', 'compressed', box('brob', CLAIM))),
      'no signature': store(good, superbox('c2ma', 'unsigned', claim)),
      'no manifest': store(),
      'another store': superbox('c2xx', 'c2pa', good),
      'a signature of another form': store(superbox('c2ma', 'm', superbox('c2cs', 's', box('json', signature)))),
      'a signature that is too long': store(manifest('m', Buffer.concat([signature, Buffer.alloc(300_000)]))),
      'something behind it': store(manifest('m', Buffer.concat([signature, Buffer.alloc(1)]))),
      nesting: store(manifest('m', Buffer.alloc(200_000, 0x81))),
      'a list of four thousand million': store(manifest('m', Buffer.from('9affffffff', 'hex'))),
      'a text that never ends': store(manifest('m', Buffer.from('7fffffffff', 'hex'))),
      'lengths of nothing': Buffer.alloc(2_000_000),
      'boxes in boxes': Array.from({ length: 2000 }).reduce<Buffer>((inside) => superbox('c2pa', 'c2pa', inside), good),
      'very many boxes': store(Buffer.concat(Array.from({ length: 200_000 }, () => box('free')))),
    };
    for (const [what, bytes] of Object.entries(nobodys)) expect([what, signerOf(inPng(bytes))]).toEqual([what, null]);
    const crowd = Buffer.concat(Array.from({ length: 300_000 }, () => Buffer.from('000000006361425800000000', 'hex')));
    const many = Buffer.concat([plain.png.subarray(0, 33), crowd, inPng(signedStore(HAN)).subarray(33)]);
    expect(signerOf(many)).toBeNull();
    const inParts = signJpeg(plain.jpeg, signedStore(HAN), 100);
    const withoutFirstPart = Buffer.concat([inParts.subarray(0, 2), inParts.subarray(2 + 120)]);
    expect([signerOf(inParts), signerOf(withoutFirstPart)]).toEqual([HAN.organisation, null]);
  });

  it('is a name or nobody, whatever part of a file is changed or cut off', () => {
    const files = Object.entries(FORMATS).map(([format, sign]) => sign(plain[format as Format], signedStore(HAN)));
    fc.assert(
      fc.property(
        fc.constantFrom(...files),
        fc.array(fc.tuple(fc.nat(3000), fc.nat(255)), { maxLength: 6 }),
        fc.option(fc.nat(3000)),
        (file, changes, end) => {
          const broken = Buffer.from(file.subarray(0, end ?? file.length));
          for (const [at, byte] of changes) if (at < broken.length) broken[at] = byte;
          const name = signerOf(broken);
          expect(name === null || (name !== '' && name.length <= 200)).toBe(true);
        },
      ),
      { numRuns: 2000 },
    );
  });
});
