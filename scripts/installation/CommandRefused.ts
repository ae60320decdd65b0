/** A failure that an operator can mend, in one line. What was there is as it was, and the command can be given again. */
export class CommandRefused extends Error {
  override readonly name = 'CommandRefused';
}
