/**
 * Finds the Chromium that browser tests drive, and installs Debian's where that is possible. Prints its path;
 * where there is none and none can be installed it says what to do and exits with 1.
 */
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { installPackages, onPath } from './debianPackages.mjs';

const WITH_WINDOWS = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
/** The same engine without windows of its own. A new page costs it two thirds of the processor time. */
const WITHOUT_WINDOWS = 'chromium-headless-shell';

/**
 * Features by which the browser works for itself. The two of its address bar are pages of their own, which cost each new window more than a
 * second of processor time. The browser uses the last of several such lists, so the other features are those that the driver turns off,
 * repeated.
 */
const FEATURES_OFF = [
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

/** Flags to start it with. They keep the browser quiet and closed: it sends no requests of its own. */
export const CHROMIUM_FLAGS = [
  `--disable-features=${FEATURES_OFF.join(',')}`,
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** @param {readonly string[]} names */
function find(names) {
  const named = process.env.CHROMIUM_PATH;
  if (named) return existsSync(named) ? named : undefined;
  return names.map(onPath).find((file) => file !== undefined);
}

/** The Chromium that people use, if there is one: for figures and pictures. */
export const findChromium = () => find([...WITH_WINDOWS, WITHOUT_WINDOWS]);

/** The Chromium that costs least, for tests. */
export const findHeadlessChromium = () => find([WITHOUT_WINDOWS, ...WITH_WINDOWS]);

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  if (!findHeadlessChromium()) installPackages('Chromium', [WITHOUT_WINDOWS]);
  // Systems that have no package of it by itself.
  if (!findHeadlessChromium()) installPackages('Chromium', ['chromium']);
  const found = findHeadlessChromium();
  if (!found) {
    process.stderr.write(
      'The browser tests need Chromium. Install it (Debian, Ubuntu: apt-get install chromium), or set CHROMIUM_PATH to one.\n',
    );
    process.exit(1);
  }
  process.stdout.write(`${found}\n`);
}
