/** Generation's door: the routes, and which engines serve them. */
export { generationRoutes } from './routes';
export { JobIntake } from './jobs/JobIntake';
export { chooseEngines, type Engines } from './chooseEngines';
export { GenerationCounters } from './GenerationDeps';
export { ImageModels } from './ImageModels';
export type { Makers } from './makers';
export { EngineError } from './ports';
export type { GeneratedPicture, ImageAbilities, ImageEngine, ImageRequest, TextAnalyser, TextWriter } from './ports';
