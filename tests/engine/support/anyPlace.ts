import fc from 'fast-check';

/** A coordinate where people work. */
export const anyNumber = fc.double({ min: -1e5, max: 1e5, noNaN: true });
export const anyVector = fc.record({ x: anyNumber, y: anyNumber });
/** A coordinate as far out as a viewport goes. */
export const farNumber = fc.double({ min: -1e9, max: 1e9, noNaN: true });
