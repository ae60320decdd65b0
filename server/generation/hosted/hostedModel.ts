import { z } from 'zod';

/** A model of an engine that hosts those of many makers, as the operator has set it. */
export interface HostedModel {
  /** The name by which nodes call it. */
  readonly name: string;
  /** The engine's own name of it. */
  readonly model: string;
  /** Millionths of a US dollar for one picture; null for the price that the server knows. */
  readonly costMicros: number | null;
}

/** How one is written in a setting: a model, a name for it before and a price of one picture behind, if the operator wants. */
export const HOSTED_MODEL = 'MODEL, NAME=MODEL, MODEL@USD or NAME=MODEL@USD, comma separated';

const WRITTEN =
  /^(?:(?<name>[\w./:-]+)=)?(?<model>[\w.-]+(?:\/[\w.-]+)+(?::[\w.-]+)?)(?:@(?<price>\d{1,4}(?:\.\d{1,6})?))?$/;

/** Reads one. A version of a model is no part of its name. */
export const hostedModel = z.string().transform((written, context): HostedModel => {
  const { name, model, price } = WRITTEN.exec(written)?.groups ?? {};
  if (model === undefined) {
    context.addIssue({ code: 'custom', message: HOSTED_MODEL });
    return z.NEVER;
  }
  return {
    name: name ?? model.replace(/:.*$/, ''),
    model,
    costMicros: price === undefined ? null : Math.round(Number(price) * 1e6),
  };
});
