import type { TestProject } from 'vitest/node';
import { launchBrowserServer } from '../../support/browser';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the browser for all files; each test has a profile of its own in it. */
    readonly browserEndpoint: string;
  }
}

export default async function startSharedBrowser(project: TestProject): Promise<() => Promise<void>> {
  const browser = await launchBrowserServer();
  project.provide('browserEndpoint', browser.wsEndpoint());
  return () => browser.close();
}
