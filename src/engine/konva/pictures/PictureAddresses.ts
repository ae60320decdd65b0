/** Longer side of the versions at `smallUrl`; device pixels. */
const SMALL_SIDE = 256;

/** The places from which pictures are fetched. */
export interface PictureAddresses {
  /** Converts a stored url (`/files/...`, a data URL) to one that can be fetched. */
  readonly resolveUrl: (url: string) => string;
  /**
   * The same for a version whose longer side is 256 pixels, or the whole picture where there is none; always the whole one when omitted.
   */
  readonly smallUrl?: (url: string) => string;
}

/** Addresses of a picture that is wanted at this size: a later one is for when those before it cannot be had. */
export function addressesOf(
  { resolveUrl, smallUrl = resolveUrl }: PictureAddresses,
  url: string,
  side: number,
): string[] {
  const whole = resolveUrl(url);
  const small = side <= SMALL_SIDE ? smallUrl(url) : whole;
  return small === whole ? [whole] : [small, whole];
}
