import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../db';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const NAME = 'signIn';

/** The state that a sign-in needs when it comes back. Nobody on the way can read or change it. */
const sealed = z.object({
  nonce: z.string(),
  codeVerifier: z.string(),
  redirect: z.string(),
  /** SHA-256 of the browser's token, in hex. */
  browser: z.string(),
  /** ISO 8601. */
  expiresAt: z.string(),
});
export type SealedSignIn = z.infer<typeof sealed>;

/**
 * Seals sign-ins that are under way into one word that travels. All servers of a database open it; a copy of the database
 * alone does not.
 */
export class SignInSeal {
  readonly #db: Kysely<Database>;
  readonly #clientSecret: string;
  #key: Promise<Buffer> | null = null;

  constructor(db: Kysely<Database>, clientSecret: string) {
    this.#db = db;
    this.#clientSecret = clientSecret;
  }

  /** Makes the secret of this database where there is none yet, so that no sign-in has to. */
  async prepare(): Promise<void> {
    await this.#readKey();
  }

  async seal(signIn: SealedSignIn): Promise<string> {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(CIPHER, await this.#readKey(), iv);
    const text = Buffer.concat([cipher.update(JSON.stringify(signIn), 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url');
  }

  /** Null for what was not sealed here. */
  async open(word: string): Promise<SealedSignIn | null> {
    const key = await this.#readKey();
    try {
      const bytes = Buffer.from(word, 'base64url');
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      const text = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
      return sealed.parse(JSON.parse(text));
    } catch {
      return null;
    }
  }

  /** A failure is not cached. */
  #readKey(): Promise<Buffer> {
    this.#key ??= this.#deriveKey().catch((error: unknown) => {
      this.#key = null;
      throw error;
    });
    return this.#key;
  }

  async #deriveKey(): Promise<Buffer> {
    const find = () => this.#db.selectFrom('secret').select('value').where('name', '=', NAME).executeTakeFirst();
    let secret = await find();
    if (secret === undefined) {
      const value = randomBytes(32).toString('base64url');
      // Several servers may start at once: the first one's secret counts.
      await this.#db
        .insertInto('secret')
        .values({ name: NAME, value })
        .onConflict((known) => known.column('name').doNothing())
        .execute();
      secret = await find();
    }
    return Buffer.from(hkdfSync('sha256', secret?.value ?? '', this.#clientSecret, 'mulgil sign-in', 32));
  }
}
