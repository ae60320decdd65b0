import type { Kysely } from 'kysely';
import type { Clock, Ids } from '../ports';
import type { Config } from '../config';
import type { Database } from '../db';
import type { Pictures } from '../files/pictures';
import type { BytesInFlight } from '../http/BytesInFlight';
import type { GenerationCounters } from './GenerationCounters';
import type { ImageModels } from './ImageModels';
import type { TextAnalyser, TextWriter } from './ports';

/** The parts that app.ts passes to generation. */
export interface GenerationDeps {
  db: Kysely<Database>;
  /** Pictures that jobs hold count in it. */
  inFlight: BytesInFlight;
  pictures: Pictures;
  models: ImageModels;
  analyser: TextAnalyser;
  /** Null where no text model is set up. */
  writer: TextWriter | null;
  config: Pick<Config, 'generation'>;
  counters: GenerationCounters;
  clock: Clock;
  ids: Ids;
}
