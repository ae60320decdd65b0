/** A failure that an operator can mend, in one line. The source is as it was; the move can be begun again. */
export class MoveRefused extends Error {
  override readonly name = 'MoveRefused';
}
