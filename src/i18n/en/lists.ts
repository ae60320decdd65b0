/** Sentences in English about lists whose words go one by one. */
export const lists = {
  list: {
    together: 'Together',
    oneByOne: 'Each',
    each: 'One word for each picture',
    pair: 'Pair it with another list',
    pictureCount: '{count} pictures',
    results_one: '{{count}} result',
    results_other: '{{count}} results',
    count: '{{counts}} = {{results}}',
    axes: 'Lists used one by one',
    leftOut_one: '{{count}} word has no partner in its pair and is left out.',
    leftOut_other: '{{count}} words have no partner in their pair and are left out.',
    which: 'Which results',
    all: 'All of them',
    pairs: 'Few: every two words meet once',
    random: 'Random sample',
    howMany: 'How many',
    seed: 'Draw again',
    only: 'Only these: {{words}}',
  },
};
