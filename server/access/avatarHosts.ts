/** Where issuers keep people's pictures. Those of others are where the issuer is. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  'https://accounts.google.com': ['https://*.googleusercontent.com'],
  'https://gitlab.com': ['https://gitlab.com', 'https://secure.gravatar.com'],
};

/** Where the pictures of people lie whom this issuer vouches for, as CSP writes it. Nowhere without an issuer. */
export function avatarHostsOf(issuer: string | null): string[] {
  if (issuer === null) return [];
  const { origin } = new URL(issuer);
  return [...(KNOWN[origin] ?? [origin])];
}
