/** Sentences in English about what texts mention. */
export const mentions = {
  mention: {
    gone: 'deleted',
    list: 'Mention',
    none: 'Nothing else is connected yet. Connect a picture or another text to the same image node.',
  },
};
