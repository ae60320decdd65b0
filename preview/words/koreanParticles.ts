/**
 * Particles and endings that follow a Korean noun, longest first. Those of one syllable that also end common nouns
 * are cut only when two syllables stay, and only the noun's lexicon entry decides what a shorter stem may be.
 */
const PARTICLES = [
  '에서부터', '으로부터', '이라는', '으로는', '에게서', '에서는', '에서의', '처럼은', '까지는',
  '에서', '에게', '으로', '까지', '부터', '처럼', '마다', '보다', '에는', '에도', '이랑', '이나', '이며', '이고', '라는', '만의', '하고', '한테', '같은', '들이', '들을', '들은', '들의', '들과', '들',
  '을', '를', '이', '가', '은', '는', '의', '에', '로', '와', '과', '도', '만', '랑', '나',
] as const; // oxfmt-ignore

/** A word and every shorter form of it that a particle could have grown from, longest first: 바다에서 -> 바다에서, 바다. */
export function withoutParticles(word: string): string[] {
  const forms = [word];
  for (const particle of PARTICLES) {
    if (word.length > particle.length && word.endsWith(particle)) forms.push(word.slice(0, -particle.length));
  }
  return forms;
}

const ONLY_PARTICLES = new RegExp(`^(?:${PARTICLES.join('|')})+$`);

/** Whether an ending is made of particles alone: '에서도'. */
export const areParticles = (ending: string): boolean => ONLY_PARTICLES.test(ending);
