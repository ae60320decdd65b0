import { withServer } from '../save/withServer';
import type { BenchServer } from '../save/withServer';
import { SlowEngine } from './SlowEngine';

/** Limits that make nobody wait. */
const NO_LIMITS = { GENERATE_PER_MINUTE: '1000000', GENERATE_PER_DAY: '1000000', GENERATE_CONCURRENT: '1000' };

/** A server whose pictures a slow engine makes. */
export async function withPictureServer<T>(
  measure: (server: BenchServer) => Promise<T>,
  env: Readonly<Record<string, string>> = {},
): Promise<T> {
  const engine = new SlowEngine();
  const url = await engine.start();
  return withServer(measure, { IMAGE_BASE_URL: url, ...NO_LIMITS, ...env }).finally(() => engine.stop());
}
