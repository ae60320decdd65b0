import { require } from 'tsx/cjs/api';

export const { runTask } = require('./runTask.ts', import.meta.url);
