import type { Plan } from './steps';

/**
 * Returns the same plan with as few steps as still fail: ever smaller pieces are left out. Browsers vary in time, so a piece that stays may
 * have been needed in this run only.
 */
export async function shrink(plan: Plan, tries: number, fails: (plan: Plan) => Promise<boolean>): Promise<Plan> {
  let { steps } = plan;
  let size = Math.ceil(steps.length / 2);
  let at = 0;
  for (let tried = 0; tried < tries && size >= 1; tried += 1) {
    const fewer = { ...plan, steps: steps.toSpliced(at, size) };
    if (await fails(fewer)) ({ steps } = fewer);
    else at += size;
    if (at < steps.length) continue;
    size = Math.floor(size / 2);
    at = 0;
  }
  return { ...plan, steps };
}
