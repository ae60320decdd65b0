/** A failure that an operator can mend, in one line. Nothing was changed. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused';
}
