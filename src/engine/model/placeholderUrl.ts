/** What a text model's simulated run leaves behind (product.md section 4): nothing to read, and no request carries it. */
export const TEXT_PLACEHOLDER_URL = '/placeholder.svg';
