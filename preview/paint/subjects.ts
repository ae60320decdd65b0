import { SIDE } from './Painting';
import type { Painting } from './Painting';
import { figuresOf } from '../scene/captions';
import type { FigureTag } from '../scene/captions';
import { paintCat, paintDeer, paintDog, paintPerson, paintRobot } from './figures';
import type { Stand } from './figures';
import { paintBirds, paintBoat, paintFish, paintFlowers, paintHanok } from './things';
import { paintBalloons, paintCar, paintRocket } from './vehicles';

const STANDING: Readonly<Record<FigureTag, { tall: number; paint: (painting: Painting, stand: Stand) => void }>> = {
  hanok: { tall: 260, paint: paintHanok },
  car: { tall: 150, paint: paintCar },
  portrait: { tall: 300, paint: paintPerson },
  deer: { tall: 290, paint: paintDeer },
  robot: { tall: 330, paint: paintRobot },
  dog: { tall: 300, paint: paintDog },
  cat: { tall: 290, paint: paintCat },
};

/** Paints the named subjects in front of the place: far ones first. */
export function paintSubjects(painting: Painting): void {
  const { subjects, place } = painting.scene;
  if (subjects.has('bird')) paintBirds(painting);
  if (subjects.has('balloon')) paintBalloons(painting);
  if (subjects.has('rocket')) paintRocket(painting);
  if (subjects.has('fish')) paintFish(painting);
  const away = painting.light.x < SIDE / 2 ? 0.66 : 0.34;
  if (subjects.has('boat')) {
    const isWater = place === 'sea' || place === 'water';
    paintBoat(painting, { x: SIDE * away, foot: SIDE * (isWater ? 0.7 : 0.8), tall: 250 });
  }
  const figures = figuresOf(painting.scene);
  for (const [number, tag] of figures.entries()) {
    const figure = STANDING[tag];
    const step = (number - (figures.length - 1) / 2) * 0.3;
    const x = SIDE * Math.min(0.82, Math.max(0.18, (figures.length > 1 ? 0.5 : away) + step));
    figure.paint(painting, { x, foot: SIDE * (place === 'space' || place === 'sky' ? 0.9 : 0.86), tall: figure.tall });
  }
  if (subjects.has('flower') && place !== 'indoor') paintFlowers(painting);
}
