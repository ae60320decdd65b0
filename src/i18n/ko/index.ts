import { account } from './account';
import { outline } from './outline';
import { editor } from './editor';
import { flows } from './flows';
import { frames } from './frames';
import { runs } from './runs';
import { hints } from './hints';
import { lists } from './lists';
import { mentions } from './mentions';
import { menus } from './menus';
import { nodeSettings } from './nodeSettings';
import { sheets } from './sheets';
import { shell } from './shell';
import { takes } from './takes';
import { wiring } from './wiring';
import { writing } from './writing';

/** Every sentence of the product in Korean. */
export const ko = {
  ...shell,
  ...account,
  ...outline,
  ...editor,
  ...flows,
  ...frames,
  ...menus,
  ...mentions,
  ...hints,
  ...takes,
  ...runs,
  ...nodeSettings,
  ...wiring,
  ...lists,
  ...sheets,
  ...writing,
};
