/** A failure that an operator can mend, in one line. Nothing was changed. */
export class MemberRefused extends Error {
  override readonly name = 'MemberRefused';
}
