import type { Snapshot } from '../../../src/engine/document/Snapshot';

/** The flow that the page's address names (`?flow=/flows/1000.json`), as every contestant gets it: by the network, as JSON. */
export async function loadFlow(): Promise<Snapshot> {
  const url = new URLSearchParams(location.search).get('flow');
  if (!url) throw new Error('the address names no flow');
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return (await response.json()) as Snapshot;
}
