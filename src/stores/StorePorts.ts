import type { Api } from '../api';
import type { ShrinkPicture } from './localCopies/Thumbnails';
import type { Alert, Announce, Notify } from './Notice';
import type { Clock, Depot, Network, NewId, PageLife, ReadPicture, Tabs } from './ports';

/** What the stores need of the world; `createStores` gives the browser's where none is given. */
export interface StorePorts {
  readonly api: Api;
  readonly notify: Notify;
  readonly announce: Announce;
  readonly alert: Alert;
  readonly clock: Clock;
  readonly storage: Storage;
  readonly depot: Depot;
  readonly network: Network;
  readonly pageLife: PageLife;
  readonly tabs: Tabs;
  readonly newId: NewId;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly shrink: ShrinkPicture;
  readonly readPicture: ReadPicture;
}
