import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const BUILD = 'dist/web';
/** A script of the app; the libraries keep their name when only the app changes. */
const OWN_SCRIPT = /^\/assets\/(?!libraries|rolldown-runtime).*-([\w-]{8})\.js$/;
const TEXTS = /\.(?:css|html|js|svg)$/;

const hash = (text: string | Buffer): string => createHash('sha256').update(text).digest('base64');

/** Writes the build as the app's next version would be: its scripts have other names, and its service worker (vite.config.ts) knows them. */
export function writeNextBuild(folder: string): void {
  const [, first = '', code = ''] =
    /^const BUILD=(.*);\n([^]*)$/.exec(readFileSync(join(BUILD, 'sw.js'), 'utf8')) ?? [];
  const paths = Object.keys((JSON.parse(first) as { files: Record<string, string> }).files);
  const hashes = new RegExp(paths.flatMap((path) => OWN_SCRIPT.exec(path)?.[1] ?? []).join('|'), 'g');
  const renamed = (text: string): string => text.replace(hashes, '$&2');

  mkdirSync(join(folder, 'assets'), { recursive: true });
  const files = Object.fromEntries(
    paths.map((path) => {
      const file = path === '/' ? 'index.html' : path;
      const bytes = readFileSync(join(BUILD, file));
      const next = TEXTS.test(file) ? renamed(bytes.toString()) : bytes;
      writeFileSync(join(folder, renamed(file)), next);
      return [renamed(path), `sha256-${hash(next)}`];
    }),
  );
  const version = hash(JSON.stringify(files) + code);
  writeFileSync(join(folder, 'sw.js'), `const BUILD=${JSON.stringify({ version, files })};\n${code}`);
}
