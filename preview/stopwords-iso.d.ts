declare module 'stopwords-iso' {
  /** Stop words by ISO 639-1 language code. */
  const stopwords: Readonly<Record<string, readonly string[]>>;
  export default stopwords;
}
