import { stepPicture, type PlannedStep } from './RunPlan';

/**
 * Places of the steps that make no call of their own, since an earlier step asks for the same: one call serves both.
 */
export function sharedCalls(steps: readonly PlannedStep[]): Set<number> {
  const first = new Map<string, number>();
  /** Place of the step whose call makes the picture, by step. */
  const makers: number[] = [];
  const shared = new Set<number>();
  for (const [place, step] of steps.entries()) {
    const known = step.state === 'run' ? nameOf(step, makers) : null;
    const maker = known === null ? place : (first.get(known) ?? place);
    makers.push(maker);
    if (maker !== place) shared.add(place);
    else if (known !== null) first.set(known, place);
  }
  return shared;
}

/** A name that equal requests share: their key, or their parts where a picture of them is still to be made. */
function nameOf({ key, request, after }: PlannedStep, makers: readonly number[]): string | null {
  if (key !== undefined) return key;
  if (after.length === 0) return null;
  const made = new Map(after.map((place) => [stepPicture(place), stepPicture(makers[place] ?? place)]));
  const items = request.items.map((item) => {
    if (item.type === 'step_words') return { ...item, step: makers[item.step] ?? item.step };
    return item.type === 'image_prompt' ? { ...item, content: made.get(item.content) ?? item.content } : item;
  });
  return JSON.stringify([request.model, request.settings, request.number, items]);
}
