import type { ApiClient } from './client';
import { capabilities, type Capabilities } from './contract';

export const createCapabilitiesApi = (client: ApiClient) => ({
  read: (): Promise<Capabilities> => client.call('GET', '/capabilities', capabilities),
});
export type CapabilitiesApi = ReturnType<typeof createCapabilitiesApi>;
