/** A file of the zip. */
export interface ZipEntry {
  readonly name: string;
  readonly input: string | Uint8Array<ArrayBuffer> | AsyncIterable<Uint8Array<ArrayBuffer>>;
  readonly lastModified: Date;
}

export const jsonEntry = (name: string, value: unknown, at: string): ZipEntry => ({
  name,
  input: `${JSON.stringify(value, null, 2)}\n`,
  lastModified: new Date(at),
});
