/** A failure that an operator can mend, in one line; then the command can be given again. */
export class CommandRefused extends Error {
  override readonly name = 'CommandRefused';
}
