import { autorun } from 'mobx';
import type { Editor } from '../../engine';
import type { Cancel } from '../ports';
import type { ModelsStore } from './ModelsStore';

/** The editor's cards say whose model is gone or was never there, until the returned function is called. */
export const showModels = (editor: Editor, models: Pick<ModelsStore, 'names' | 'canWrite'>): Cancel =>
  autorun(() => {
    const { names, canWrite } = models;
    editor.models = names && { names, canWrite: canWrite === true };
    editor.repaint('models');
  });
