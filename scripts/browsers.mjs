/**
 * Finds Firefox and WebKitGTK, which are tested besides Chromium, and installs Debian's where possible; with names, only those. If one is
 * not available it says what to do and exits with 1, or with `--optional` continues without it.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installPackages, onPath } from './debianPackages.mjs';

/** @typedef {'firefox' | 'webkit'} OtherBrowser */

const BROWSERS = {
  firefox: { title: 'Firefox', packages: ['firefox-esr'] },
  webkit: {
    title: 'WebKitGTK',
    packages: ['webkit2gtk-driver', 'libwebkit2gtk-4.1-0', 'xvfb', 'xauth', 'dbus-x11', 'dbus-daemon'],
  },
};

/** WebKitGTK's own small browser lies in the folder of the machine's kind. */
const findMiniBrowser = () =>
  ['/usr/lib', ...readdirSync('/usr/lib').map((name) => join('/usr/lib', name))]
    .map((folder) => join(folder, 'webkit2gtk-4.1', 'MiniBrowser'))
    .find((file) => existsSync(file));

/**
 * @param {OtherBrowser} name
 * @returns {string | undefined}
 */
export function findBrowser(name) {
  if (name === 'firefox') return onPath('firefox-esr') ?? onPath('firefox');
  const isDriven = ['WebKitWebDriver', 'xvfb-run', 'dbus-run-session'].every((command) => onPath(command));
  return isDriven ? findMiniBrowser() : undefined;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const args = process.argv.slice(2);
  const isOptional = args.includes('--optional');
  const named = args.filter((word) => word !== '--optional');
  const asked = /** @type {OtherBrowser[]} */ (named.length > 0 ? named : Object.keys(BROWSERS));
  for (const name of asked) {
    const { title, packages } = BROWSERS[name];
    if (!findBrowser(name)) installPackages(title, packages);
    if (findBrowser(name)) continue;
    process.stderr.write(
      `These tests need ${title}. Install it (Debian, Ubuntu: apt-get install ${packages.join(' ')}) and run them again.\n`,
    );
    if (!isOptional) process.exitCode = 1;
  }
}
