/** A text model's simulated run leaves this url (NODE-13): nothing to read, and no request carries it. */
export const TEXT_PLACEHOLDER_URL = '/placeholder.svg';
