/**
 * The package's ES module, named outright: its main file has its TypeScript source beside it without what that
 * imports, and tsx with `allowJs` would take the source.
 */
declare module 'fast-json-patch/index.mjs' {
  export * from 'fast-json-patch';
}
