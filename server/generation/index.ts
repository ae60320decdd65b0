/** Generation's door: the routes, and which engines serve them. */
export { generationRoutes } from './routes';
export { chooseEngines, type Engines } from './chooseEngines';
export { ProviderError } from './ports';
export type { GeneratedPicture, ImageProvider, ImageRequest, TextAnalyser } from './ports';
