/** The library's element, for who opens it and for who asks what it covers. */
export const LIBRARY_ID = 'library';
