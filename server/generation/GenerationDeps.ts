import type { Kysely } from 'kysely';
import type { Clock, Ids } from '../ports';
import type { Config } from '../config';
import type { Database } from '../db';
import type { Pictures } from '../files/pictures';
import type { BytesInFlight } from '../http/BytesInFlight';
import type { GenerationCounters } from './GenerationCounters';
import type { ImageProvider, TextAnalyser } from './ports';

/** What app.ts passes to generation. */
export interface GenerationDeps {
  db: Kysely<Database>;
  /** Pictures that jobs hold count in it. */
  inFlight: BytesInFlight;
  pictures: Pictures;
  images: ImageProvider;
  analyser: TextAnalyser;
  config: Pick<Config, 'generation'>;
  counters: GenerationCounters;
  clock: Clock;
  ids: Ids;
}
