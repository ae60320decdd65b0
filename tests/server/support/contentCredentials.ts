import { generateKeyPairSync, sign } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { encode, Tagged } from 'cborg';

const length32 = (bytes: number): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
};

export const box = (type: string, ...content: readonly Uint8Array[]): Buffer => {
  const body = Buffer.concat(content);
  return Buffer.concat([length32(body.length + 8), Buffer.from(type, 'latin1'), body]);
};

/** A JUMBF box with a description and other boxes in it. */
export const superbox = (kind: string, label: string, ...inside: readonly Uint8Array[]): Buffer => {
  const type = Buffer.concat([Buffer.from(kind, 'latin1'), Buffer.from('00110010800000aa00389b71', 'hex')]);
  return box('jumb', box('jumd', type, Buffer.from(`\x03${label}\0`, 'latin1')), ...inside);
};

/** Puts a manifest store into a PNG: a chunk behind its header. */
export function signPng(png: Buffer, store: Buffer): Buffer {
  const header = 8 + 25;
  const body = Buffer.concat([Buffer.from('caBX', 'latin1'), store]);
  const chunk = Buffer.concat([length32(store.length), body, length32(crc32(body))]);
  return Buffer.concat([png.subarray(0, header), chunk, png.subarray(header)]);
}

/** Puts it into a JPEG: APP11 segments of at most this many bytes, each with the head of the box. */
export function signJpeg(jpeg: Buffer, store: Buffer, partBytes = 65_000): Buffer {
  const segments: Buffer[] = [];
  for (let at = 8, part = 1; at < store.length; at += partBytes, part += 1) {
    const content = store.subarray(at, at + partBytes);
    const head = Buffer.concat([Buffer.from('4a500001', 'hex'), length32(part), store.subarray(0, 8)]);
    const start = Buffer.alloc(4);
    start.writeUInt16BE(0xff_eb, 0);
    start.writeUInt16BE(2 + head.length + content.length, 2);
    segments.push(start, head, content);
  }
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);
}

/** Puts it into a WebP: a chunk at the end. */
export function signWebp(webp: Buffer, store: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(store.length);
  const padding = Buffer.alloc(store.length % 2);
  const signed = Buffer.concat([webp, Buffer.from('C2PA', 'latin1'), length, store, padding]);
  signed.writeUInt32LE(signed.length - 8, 4);
  return signed;
}

const der = (tag: number, ...content: readonly Uint8Array[]): Buffer => {
  const body = Buffer.concat(content);
  const long = Buffer.alloc(2);
  long.writeUInt16BE(body.length);
  const length = body.length < 128 ? [body.length] : [0x82, ...long];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
};
const [SEQUENCE, SET, OID, UTF8, BITS, INTEGER, TIME] = [0x30, 0x31, 0x06, 0x0c, 0x03, 0x02, 0x17] as const;

export interface Subject {
  readonly organisation?: string;
  readonly name?: string;
}

/** A self-signed certificate and its key. */
function selfSigned({ organisation, name }: Subject) {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const attribute = (oid: string, value: string | undefined): Buffer[] =>
    value === undefined
      ? []
      : [der(SET, der(SEQUENCE, der(OID, Buffer.from(oid, 'hex')), der(UTF8, Buffer.from(value))))];
  const subject = der(SEQUENCE, ...attribute('55040a', organisation), ...attribute('550403', name));
  const algorithm = der(SEQUENCE, der(OID, Buffer.from('2b6570', 'hex')));
  const validity = der(SEQUENCE, ...['260101000000Z', '360101000000Z'].map((time) => der(TIME, Buffer.from(time))));
  const key = publicKey.export({ type: 'spki', format: 'der' });
  const certificate = der(SEQUENCE, der(INTEGER, Buffer.from([1])), algorithm, subject, validity, subject, key);
  const signature = der(BITS, Buffer.from([0]), sign(null, certificate, privateKey));
  return { certificate: der(SEQUENCE, certificate, algorithm, signature), privateKey };
}

/**
 * A claim's signature in C2PA's form (COSE_Sign1), with its certificate in the protected header or, as by older signers, in the unprotected
 * one.
 */
export function signClaim(claim: Uint8Array, subject: Subject, isSealed = true): Uint8Array {
  const { certificate, privateKey } = selfSigned(subject);
  const algorithm = [1, -8] as const;
  const sealed = encode(new Map<number, unknown>(isSealed ? [algorithm, [33, [certificate]]] : [algorithm]));
  const open = new Map<string, unknown>(isSealed ? [] : [['x5chain', certificate]]);
  const signed = encode(['Signature1', sealed, new Uint8Array(), claim]);
  return encode(new Tagged(18, [sealed, open, null, sign(null, signed, privateKey)]));
}

/** One manifest: a claim and its signature. */
export function manifest(label: string, signature: Uint8Array, claim: Uint8Array = CLAIM): Buffer {
  return superbox(
    'c2ma',
    label,
    superbox('c2cl', 'c2pa.claim', box('cbor', claim)),
    superbox('c2cs', 'c2pa.signature', box('cbor', signature)),
  );
}

export const CLAIM = encode({ claim_generator: 'an engine of a test', alg: 'sha256' });

/** A manifest store that this subject has signed. */
export const signedStore = (subject: Subject): Buffer =>
  superbox('c2pa', 'c2pa', manifest('urn:c2pa:only', signClaim(CLAIM, subject)));
