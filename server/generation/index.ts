/** Generation's door: the routes, and which engines serve them. */
export { generationRoutes } from './routes';
export type { GenerationDeps } from './GenerationDeps';
export { chooseImageProvider, chooseTextAnalyser } from './chooseEngines';
export { ProviderError } from './ports';
export type { ImageProvider, PromptPart, TextAnalyser } from './ports';
