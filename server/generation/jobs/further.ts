/** The addresses of a job's pictures after the first, as its row holds them. */
export const furtherOf = (text: string | null): readonly string[] =>
  text === null ? [] : (JSON.parse(text) as string[]);

export const furtherText = (urls: readonly string[]): string | null =>
  urls.length === 0 ? null : JSON.stringify(urls);
