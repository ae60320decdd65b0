/** Length of a text in Unicode code points: an emoji beyond the basic plane counts once. */
export function countCharacters(text: string): number {
  return Array.from(text).length;
}
