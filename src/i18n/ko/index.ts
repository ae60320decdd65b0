import { account } from './account';
import { editor } from './editor';
import { shell } from './shell';
import { takes } from './takes';

/** Every sentence of the product in Korean. */
export const ko = { ...shell, ...account, ...editor, ...takes };
