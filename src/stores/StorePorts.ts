import type { Api } from '../api';
import type { ShrinkPicture } from './sync/device/Thumbnails';
import type { Alert, Announce, Notify } from './Notice';
import type { Clock, RecordStore, Network, NewId, PageLife, ReadPicture, Tabs } from './ports';

/** Everything the stores need from outside; `createStores` uses the browser's for a port that is not given. */
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
  /** A random number from 0 to 1. */
  readonly random: () => number;
  readonly shrink: ShrinkPicture;
  readonly readPicture: ReadPicture;
}
