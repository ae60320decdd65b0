import { chromium, type Browser } from 'playwright-core';
import { CHROMIUM_FLAGS } from '../../scripts/chromium.mjs';
import { within } from './within';

const CLOSE_LIMIT_MS = 10_000;

/** A browser for as long as `use` takes. One whose page is stuck is killed. */
export async function withBrowser<T>(executablePath: string, use: (browser: Browser) => Promise<T>): Promise<T> {
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const pid = processInfo.find(({ type }) => type === 'browser')?.id;
  try {
    return await use(browser);
  } finally {
    await within(CLOSE_LIMIT_MS, 'closing', browser.close()).catch(() => {
      if (pid !== undefined) kill(pid);
    });
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The browser has gone meanwhile; the error that ended its use is the one to report.
  }
}
