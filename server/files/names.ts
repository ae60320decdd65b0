const STORED_NAME = /^[0-9a-f]{64}\.[a-z0-9]{1,8}$/;

/** Only names of this form reach a folder or a bucket: none leads out of it. */
export function checkStoredName(name: string): void {
  if (!STORED_NAME.test(name)) throw new Error('not the name of a stored file');
}

const PICTURE_URL = /^\/files\/([0-9a-f]{64})\.([a-z0-9]{1,8})$/;

/** The parts of a `/files/SHA256.EXT` address; null for another one. */
export function pictureName(url: string): { sha256: string; extension: string } | null {
  const [, sha256, extension] = PICTURE_URL.exec(url) ?? [];
  return sha256 === undefined || extension === undefined ? null : { sha256, extension };
}
