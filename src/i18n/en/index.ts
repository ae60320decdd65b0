import { account } from './account';
import { editor } from './editor';
import { shell } from './shell';
import { takes } from './takes';

/** Every sentence of the product in English. */
export const en = { ...shell, ...account, ...editor, ...takes };
