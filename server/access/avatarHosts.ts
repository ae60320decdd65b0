/** Hosts of people's pictures, by issuer. Other issuers keep them at their own origin. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  'https://accounts.google.com': ['https://*.googleusercontent.com'],
  'https://gitlab.com': ['https://gitlab.com', 'https://secure.gravatar.com'],
};

/** Hosts of the pictures of people whom this issuer vouches for, as CSP writes them. None without an issuer. */
export function avatarHostsOf(issuer: string | null): string[] {
  if (issuer === null) return [];
  const { origin } = new URL(issuer);
  return [...(KNOWN[origin] ?? [origin])];
}
