/** Sentences in English about what texts mention. */
export const mentions = {
  mention: {
    gone: 'deleted',
  },
};
