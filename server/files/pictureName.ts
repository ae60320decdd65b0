const PICTURE_URL = /^\/files\/([0-9a-f]{64})\.([a-z0-9]{1,8})$/;

/** What a `/files/SHA256.EXT` address is made of; null for another one. */
export function pictureName(url: string): { sha256: string; extension: string } | null {
  const [, sha256, extension] = PICTURE_URL.exec(url) ?? [];
  return sha256 === undefined || extension === undefined ? null : { sha256, extension };
}
