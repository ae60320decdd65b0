import { readFileSync } from 'node:fs';
import type { Environment } from '../../server/config';
import { StartRefused } from '../../server/errors';

const NAME = /[ \t]*([A-Za-z_]\w*)[ \t]*=[ \t]*/y;
const QUOTED = /(?:'([^']*)'|"((?:\\[^]|[^"\\])*)")[ \t]*/y;
/** A line that ends with a backslash goes on in the next. */
const PLAIN = /(?:\\[^]|[^\\\n])*/y;
const LINE = /[^\n]*\n?/y;

/**
 * Reads `NAME=value` lines as systemd reads an EnvironmentFile, quotes and backslashes included; no variable is expanded. What
 * systemd ignores is ignored: comments, and lines that set nothing. Throws StartRefused for a file that cannot be read.
 */
export function readSettingsFile(path: string): Environment {
  try {
    return parseSettings(readFileSync(path, 'utf8').replaceAll('\r\n', '\n'));
  } catch (error) {
    throw new StartRefused(`The settings ${path} cannot be read: ${error instanceof Error ? error.message : ''}.`);
  }
}

function parseSettings(text: string): Environment {
  const settings: Record<string, string> = {};
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at += found[0].length;
    return found;
  };
  while (at < text.length) {
    const [, name] = take(NAME) ?? [];
    if (name !== undefined) {
      let value = '';
      for (let quoted = take(QUOTED); quoted; quoted = take(QUOTED)) value += quoted[1] ?? unescapeQuoted(quoted[2]);
      if (text[at] === "'" || text[at] === '"') throw new Error(`the quote that ${name} begins with does not end`);
      settings[name] = value + unescapePlain(take(PLAIN)?.[0]);
    }
    take(LINE);
  }
  return settings;
}

const unescapeQuoted = (text = ''): string =>
  text.replace(/\\([^])/g, (all, one: string) => (one === '\n' ? '' : '"\\`$'.includes(one) ? one : all));

const unescapePlain = (text = ''): string =>
  text.replace(/\s+$/, '').replace(/\\([^])/g, (_all, one: string) => (one === '\n' ? '' : one));
