import { createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { makeZip } from 'client-zip';
import { CommandRefused } from '../installation/CommandRefused';
import type { Installation } from '../installation/openInstallation';
import type { CommandAnswer } from '../installation/printAnswer';
import { findMember } from './findMember';
import { memberFiles } from './memberFiles';

/** Writes one zip of everything a member has, for the operator's eyes only; it is a failure without all pictures. Throws CommandRefused. */
export async function exportMember(data: Installation, id: string, to: string): Promise<CommandAnswer> {
  const member = await findMember(data.db, id);
  const path = resolve(to);
  if (existsSync(path)) throw new CommandRefused(`${path} is there already: name a file that is not there yet.`);
  const draft = `${path}.part`;
  const counts = { projects: 0, versions: 0, pictures: 0, missing: 0 };
  const zip = makeZip(memberFiles(data, member, counts));
  try {
    await pipeline(Readable.from(zip), createWriteStream(draft, { mode: 0o600, flags: 'wx', flush: true }));
    await rename(draft, path);
  } catch (error) {
    if (isTheirs(error)) throw new CommandRefused(`${draft} cannot be written: ${error.message}.`);
    await rm(draft, { force: true });
    throw error;
  }
  const { projects, versions, pictures, missing } = counts;
  const done = `${path} has ${projects} projects, ${versions} versions and ${pictures} pictures of ${member.name}`;
  if (missing === 0) return { code: 0, lines: [done] };
  return { code: 1, lines: [done, `${missing} pictures are not in the file store of ${data.name}`] };
}

/** A folder that is not there or closed, or the draft of another export. */
function isTheirs(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && ['ENOENT', 'EACCES', 'EEXIST'].includes(String(error.code));
}
