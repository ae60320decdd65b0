/** A time as the commands tell it. */
export const minute = (iso: string): string => `${iso.slice(0, 16).replace('T', ' ')} UTC`;
