const STORED_NAME = /^[0-9a-f]{64}\.[a-z0-9]{1,8}$/;

/** Only names of this form reach a folder or a bucket: none leads out of it. */
export function checkStoredName(name: string): void {
  if (!STORED_NAME.test(name)) throw new Error('not the name of a stored file');
}
