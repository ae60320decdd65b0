/** A flag's value; throws with the usage for anything but a whole number from 1. */
export function wholeNumber(name: string, text: string | undefined, fallback: number, usage: string): number {
  const value = Number(text ?? fallback);
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} wants a whole number from 1\n${usage}`);
  return value;
}
