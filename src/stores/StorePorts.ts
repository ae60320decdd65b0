import type { Api } from '../api';
import type { ShrinkPicture } from './sync/device/Thumbnails';
import type { Alert, Announce, Notify } from './Notice';
import type { Clock, RecordStore, Network, NewId, PageLife, ReadPicture, Tabs } from './ports';

/** What the stores need of the world; `createStores` gives the browser's where none is given. */
export interface StorePorts {
  readonly api: Api;
  readonly notify: Notify;
  readonly announce: Announce;
  readonly alert: Alert;
  readonly clock: Clock;
  readonly storage: Storage;
  readonly records: RecordStore;
  readonly network: Network;
  readonly pageLife: PageLife;
  readonly tabs: Tabs;
  readonly newId: NewId;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly shrink: ShrinkPicture;
  readonly readPicture: ReadPicture;
}
