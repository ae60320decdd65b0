import type { WholeProject } from './projects';

/** Nodes or edges written in one piece. */
const ITEMS = 1000;

/** True when the project takes more than one piece. */
export const isManyPieces = ({ snapshot }: WholeProject): boolean =>
  Object.values(snapshot).some((member) => Array.isArray(member) && member.length > ITEMS);

/** The JSON of a project, a thousand nodes or edges in each piece. */
export function* projectPieces({ snapshot, ...head }: WholeProject): Generator<string> {
  let text = `${JSON.stringify(head).slice(0, -1)},"snapshot":{`;
  let comma = '';
  for (const [key, member] of Object.entries(snapshot) as [string, unknown][]) {
    if (member === undefined) continue;
    text += `${comma}${JSON.stringify(key)}:`;
    comma = ',';
    if (!Array.isArray(member)) {
      text += JSON.stringify(member);
      continue;
    }
    text += '[';
    for (let at = 0; at < member.length; at += ITEMS) {
      text += (at > 0 ? ',' : '') + JSON.stringify(member.slice(at, at + ITEMS)).slice(1, -1);
      yield text;
      text = '';
    }
    text += ']';
  }
  yield `${text}}}`;
}
