/** Generation's door: the routes, and which engines serve them. */
export { generationRoutes } from './routes';
export { chooseImageProvider, chooseTextAnalyser } from './chooseEngines';
export { ProviderError } from './ports';
export type { GeneratedPicture, ImageProvider, ImageRequest, TextAnalyser } from './ports';
