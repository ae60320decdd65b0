/** Sentences in English about what texts mention. */
export const mentions = {
  mention: {
    gone: 'deleted',
    list: 'Mention',
    none: 'Nothing is connected beside this text yet. Connect a picture or another text to the same image node.',
  },
};
