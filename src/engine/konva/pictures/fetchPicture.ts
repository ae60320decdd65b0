type Judge = (response: Response) => boolean;

/** A proxy shows a page in place of a picture, whatever its status. */
const isPage: Judge = ({ headers }) => headers.get('content-type')?.startsWith('text/html') ?? false;

/** The server has too much to do, is starting, waits for its member to sign in again, or is behind a proxy that cannot reach it. */
const comesBack: Judge = (response) =>
  response.status === 401 || response.status === 429 || response.status >= 500 || isPage(response);

/** The same of an answer about a small version. All others leave hope for the whole picture: a server may only be unable to make it small. */
const smallComesBack: Judge = ({ status }) => [401, 429, 502, 504].includes(status);

/** Time for an answer to begin: a browser sends some of its requests at a time, and a server makes some of its small versions. */
const ANSWER_MS = 20_000;
/** Time without more of an answer after which it is given up: a stalled one would keep others from being requested. */
const STALL_MS = 5_000;

/** Null when there is no answer, or one that may soon change. Rejects when the answer is no picture. */
async function fetchFile(url: string, credentials: RequestCredentials, mayComeBack: Judge): Promise<Blob | null> {
  const stalled = new AbortController();
  const giveUpIn = (ms: number) => setTimeout(() => stalled.abort(), ms);
  let timer = giveUpIn(ANSWER_MS);
  const noteProgress = (): void => {
    clearTimeout(timer);
    timer = giveUpIn(STALL_MS);
  };
  try {
    const response = await fetch(url, { credentials, signal: stalled.signal }).catch(() => null);
    if (!response || mayComeBack(response)) return null;
    if (!response.ok || isPage(response)) throw new Error(`picture answered ${response.status}`);
    noteProgress();
    const moves = new TransformStream<Uint8Array, Uint8Array>({
      transform: (bytes, out) => {
        noteProgress();
        out.enqueue(bytes);
      },
    });
    const { body, headers } = response;
    return await new Response(body?.pipeThrough(moves) ?? null, { headers }).blob().catch(() => null);
  } finally {
    clearTimeout(timer);
  }
}

/** The same from the first address that has it; one that does not answer now is not passed over. */
async function fetchFirst(
  [url = '', ...others]: readonly string[],
  credentials: RequestCredentials,
): Promise<Blob | null> {
  if (others.length === 0) return fetchFile(url, credentials, comesBack);
  return fetchFile(url, credentials, smallComesBack).catch(() => fetchFirst(others, credentials));
}

/**
 * Fetches a picture from the first of its addresses that has it, turns it as its EXIF data says, and scales it down when a side is longer than `maxSide`. Runs in a worker
 * and in pages alike. 'unanswered' when there is no answer, or one that may soon change; rejects when the answer is no picture.
 */
export async function fetchPicture(
  urls: readonly string[],
  maxSide: number,
  credentials: RequestCredentials,
): Promise<ImageBitmap | 'unanswered'> {
  const file = await fetchFirst(urls, credentials);
  if (!file) return 'unanswered';
  const whole = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const scale = maxSide / Math.max(whole.width, whole.height);
  if (scale >= 1) return whole;
  const [resizeWidth, resizeHeight] = [whole.width, whole.height].map((side) => Math.max(1, Math.round(side * scale)));
  // Scaling while decoding would blow up a picture that is smaller.
  const scaled = await createImageBitmap(whole, { resizeWidth, resizeHeight, resizeQuality: 'medium' });
  whole.close();
  return scaled;
}
