import { X509Certificate } from 'node:crypto';
import { decode } from 'cborg';
import { jumbfIn, boxesIn, superboxesIn, type Superbox } from './jumbfIn';

/** A signature has its certificates, their status and a timestamp in it: some 20 KiB. */
const SIGNATURE_MAX_BYTES = 256 * 1024;
const CERTIFICATE_MAX_BYTES = 64 * 1024;
const NAME_MAX = 100;

const STORE = 'c2pa';
const SIGNATURE = 'c2cs';
/** A manifest and one that only adds to the manifest before it. */
const MANIFESTS = new Set(['c2ma', 'c2um']);

/** COSE_Sign1 (RFC 9052), and its header with the signer's certificate and those above it (RFC 9360). */
const COSE_SIGN1 = 18;
const CHAIN = [33, 'x5chain'];

/**
 * The signer of a picture's content credentials (C2PA): the organisation in the certificate of the newest manifest, or its own name.
 * Nothing is verified: neither the signature nor the certificate's issuer. Null without any, and for unreadable credentials.
 */
export function signerOf(picture: Buffer): string | null {
  try {
    for (const box of jumbfIn(picture)) {
      const signature = signatureIn(box);
      if (signature !== null) return nameIn(signature);
    }
  } catch {
    // An unreadable certificate names nobody.
  }
  return null;
}

function signatureIn(box: Buffer): Buffer | null {
  for (const { kind, inside } of superboxesIn(box)) {
    if (kind !== STORE) continue;
    // The last one describes the picture as it is; earlier ones describe its sources.
    let manifest: Superbox | undefined;
    for (const each of superboxesIn(inside)) manifest = each;
    if (!manifest || !MANIFESTS.has(manifest.kind)) return null;
    for (const part of superboxesIn(manifest.inside)) {
      if (part.kind !== SIGNATURE) continue;
      const [content] = boxesIn(part.inside);
      return content?.type === 'cbor' && content.content.length <= SIGNATURE_MAX_BYTES ? content.content : null;
    }
  }
  return null;
}

function nameIn(signature: Buffer): string | null {
  const sign1 = decodeCbor(signature);
  if (!Array.isArray(sign1) || sign1.length !== 4) return null;
  const [sealed, open] = sign1 as unknown[];
  const headers = [sealed instanceof Uint8Array && sealed.length > 0 ? decodeCbor(sealed) : null, open];
  const chain: unknown = headers
    .flatMap((header) => (header instanceof Map ? CHAIN.map((label): unknown => header.get(label)) : []))
    .find((value) => value !== undefined);
  const certificate: unknown = Array.isArray(chain) ? chain[0] : chain;
  if (!(certificate instanceof Uint8Array) || certificate.length > CERTIFICATE_MAX_BYTES) return null;
  const { O: organisation, CN: name } = new X509Certificate(certificate).toLegacyObject().subject;
  return legible(organisation) ?? legible(name);
}

const decodeCbor = (bytes: Uint8Array): unknown =>
  decode(bytes, { useMaps: true, tags: { [COSE_SIGN1]: (content) => content() } });

/** One line without invisible characters, such as those that change the direction of writing. */
function legible(name: string | readonly string[] | undefined): string | null {
  const text = typeof name === 'object' ? name[0] : name;
  const line = (text ?? '')
    .toWellFormed()
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim();
  return line === '' ? null : Array.from(line).slice(0, NAME_MAX).join('');
}
