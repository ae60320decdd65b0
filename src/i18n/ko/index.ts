import { account } from './account';
import { editor } from './editor';
import { shell } from './shell';

/** Every sentence of the product in Korean. */
export const ko = { ...shell, ...account, ...editor };
