import type { i18n, TFunction } from 'i18next';
import type { RunPlan } from '../../../api/contractRuns';
import { money } from '../../../i18n/money';
import { makesNew, usesKept } from '../../../stores/runs/planUse';
import { MINUTE_MS } from '../../../time';

/** Estimates are rounded to this; they are no more exact. */
const STEP_S = 5;

/** Cost of calls in words: an unknown price is called unknown, never nothing. */
export function costOf(
  { aboutMicros, unknownCalls }: RunPlan['cost'],
  calls: number,
  { t, language }: Pick<i18n, 't' | 'language'>,
): string {
  if (calls === 0) return t('runs.costFree');
  if (unknownCalls >= calls) return t('runs.costUnknown');
  if (unknownCalls > 0) return t('runs.costPartly', { cost: money(aboutMicros, language), count: unknownCalls });
  return aboutMicros === 0 ? t('runs.costFree') : t('runs.costAbout', { cost: money(aboutMicros, language) });
}

/** The rest of the day's limits in words. */
export function allowanceOf(
  { calls, micros }: RunPlan['allowed'],
  { t, language }: Pick<i18n, 't' | 'language'>,
): string {
  const parts = [
    calls === null ? null : t('runs.allowedCalls', { count: calls }),
    micros === null ? null : money(micros, language),
  ].filter((part) => part !== null);
  return parts.length === 0 ? t('runs.allowedNone') : parts.join(', ');
}

/** Why the day's limits do not let all of the plan be made, in words; null when they do. */
export function limitWords(plan: RunPlan, t: TFunction): string | null {
  const { calls, cost, allowed } = plan;
  if (calls > 0 && !makesNew(plan)) return t(usesKept(plan) ? 'runs.missingFails' : 'runs.noneLeft');
  if (allowed.calls !== null && allowed.calls < calls) return t('runs.tooFew', { count: allowed.calls });
  if (allowed.micros === null) return null;
  const mayBeDear = cost.aboutMicros > allowed.micros || (allowed.micros === 0 && cost.unknownCalls > 0);
  return mayBeDear ? t('runs.tooDear') : null;
}

/** 'About 40 seconds'; null: unknown yet. */
export function leftWords(ms: number | null, t: TFunction): string {
  if (ms === null) return t('runs.leftUnknown');
  if (ms >= MINUTE_MS) return t('runs.leftMinutes', { count: Math.round(ms / MINUTE_MS) });
  return t('runs.leftSeconds', { count: Math.max(STEP_S, Math.round(ms / 1000 / STEP_S) * STEP_S) });
}
