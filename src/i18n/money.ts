/** Amounts from a dollar are rounded to the cent; smaller ones to two digits, or a picture would cost nothing. */
const DOLLAR = 1e6;

/** Millionths of a US dollar in the person's way of writing money. */
export const money = (micros: number, language: string): string =>
  new Intl.NumberFormat(language, {
    style: 'currency',
    currency: 'USD',
    ...(micros < DOLLAR && { maximumSignificantDigits: 2 }),
  }).format(micros / DOLLAR);
