/** What is said about the model of a node and what it can be told. */
export const nodeSettings = {
  nodeSettings: {
    title: 'Settings',
    close: 'Close the settings',
    model: 'Model',
    aspectRatio: 'Shape',
    ownRatio: 'Auto',
    ownRatioHint: 'The shape that the model chooses',
    count: 'Pictures',
    countHint: 'Pictures that one run makes',
    gone: '“{{name}}” is not here any more.',
    takeNearest: 'Use {{name}}',
    notMade: 'This model does not make {{value}}. Choose another shape.',
    noPictures: 'Takes words only',
    pictures_one: 'Takes words and one picture',
    pictures_other: 'Takes words and up to {{count}} pictures',
    cost: 'About {{cost}} a picture',
    free: 'Free',
    costUnknown: 'Cost unknown',
    unread: 'The models of this server are not known yet.',
    saidModel: '{{name}} from now on.',
  },
};
