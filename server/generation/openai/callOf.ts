/** Address and headers of a call of an engine that speaks OpenAI's API; its base address may have its `/v1` or not. */
export function callOf(
  { baseUrl, apiKey }: { baseUrl: string; apiKey: string | null },
  call: string,
): { url: string; headers: Record<string, string> } {
  const base = baseUrl.replace(/\/+$/, '');
  return {
    url: `${base}${base.endsWith('/v1') ? '' : '/v1'}/${call}`,
    headers: apiKey === null ? {} : { authorization: `Bearer ${apiKey}` },
  };
}
