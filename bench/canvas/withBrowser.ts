import { chromium, type Browser } from 'playwright-core';
import { within } from './within';

/** Quiet and closed: nothing of the browser itself asks the network for anything. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const CLOSE_LIMIT_MS = 10_000;

/** A browser for as long as `use` takes. One whose page is stuck is killed. */
export async function withBrowser<T>(executablePath: string, use: (browser: Browser) => Promise<T>): Promise<T> {
  const browser = await chromium.launch({ executablePath, args: FLAGS });
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const pid = processInfo.find(({ type }) => type === 'browser')?.id;
  try {
    return await use(browser);
  } finally {
    await within(CLOSE_LIMIT_MS, 'closing', browser.close()).catch(() => {
      if (pid !== undefined) process.kill(pid, 'SIGKILL');
    });
  }
}
