import type { TextWriter } from '../../../../server/generation';
import { Orders, type Order } from './Orders';

type Request = Parameters<TextWriter['write']>[0];
type Written = Awaited<ReturnType<TextWriter['write']>>;

/** A text engine that writes when the test says so: orders wait until the test gives each a text or a failure. */
export class FakeTextEngine implements TextWriter {
  readonly name = 'openai';
  readonly #orders = new Orders<Request, Written>();
  readonly orders = this.#orders.all;

  write(request: Request): Promise<Written> {
    return this.#orders.take(request);
  }

  /** The order of that number, once it has come. */
  order(number = 0): Promise<Order<Request, Written>> {
    return this.#orders.at(number);
  }

  async finish(number = 0, text = '노을 아래 작은 배', costMicros: number | null = null): Promise<void> {
    const usage = { inputTokens: 10, outputTokens: 4, costMicros };
    (await this.order(number)).hand({ text, model: 'fake-text-1', usage });
  }
}
