import { member, type Member } from '../api/contract';
import type { Depot } from './ports';

const KEY = 'lastMember';

/** Who was signed in here last: opens that member's local copies while the server cannot say who is. */
export async function readLastMember(depot: Depot): Promise<Member | null> {
  const read = member.safeParse(await depot.get(KEY).catch(() => null));
  return read.success ? read.data : null;
}

export async function keepLastMember(depot: Depot, who: Member | null): Promise<void> {
  await depot.setAll({ [KEY]: who ?? undefined }).catch(() => undefined);
}
