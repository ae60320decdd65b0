/** The value after a text model's simulated run (NODE-13): there is nothing to read, and no request contains it. */
export const TEXT_PLACEHOLDER_URL = '/placeholder.svg';
