import { require } from 'tsx/cjs/api';

export const { answerOrder } = require('./answerOrder.ts', import.meta.url);
