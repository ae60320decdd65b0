/** By what a project's name is found and put in order: without regard to case, and to how its letters are put together. */
export const nameKey = (name: string): string => name.normalize('NFC').toLowerCase().normalize('NFC');
