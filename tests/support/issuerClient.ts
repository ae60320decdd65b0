/** The app as the issuers of tests know it. */
export const CLIENT = { id: 'mulgil', secret: 'a-secret-among-tests' };

/** The settings of a server that signs in at the issuer of this address. */
export const signInAt = (issuer: string): Record<string, string> => ({
  GOOGLE_CLIENT_ID: CLIENT.id,
  GOOGLE_CLIENT_SECRET: CLIENT.secret,
  OIDC_ISSUER: issuer,
});
