/** The app's registration at the issuers of tests. */
export const CLIENT = { id: 'mulgil', secret: 'a-secret-among-tests' };

/** The settings of a server that signs in at this issuer. */
export const signInAt = (issuer: string): Record<string, string> => ({
  GOOGLE_CLIENT_ID: CLIENT.id,
  GOOGLE_CLIENT_SECRET: CLIENT.secret,
  OIDC_ISSUER: issuer,
});
