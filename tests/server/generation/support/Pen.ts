import type { TextWriter } from '../../../../server/generation';

type Request = Parameters<TextWriter['write']>[0];
type Written = Awaited<ReturnType<TextWriter['write']>>;

interface Order {
  readonly request: Request;
  readonly hand: (written: Written) => void;
  readonly fail: (error: Error) => void;
}

/** A text engine that writes when the test says so: orders wait on it until they are handed a text or fail. */
export class Pen implements TextWriter {
  readonly name = 'openai';
  readonly orders: Order[] = [];
  #arrived: (() => void)[] = [];

  write(request: Request): Promise<Written> {
    return new Promise((hand, fail) => {
      this.orders.push({ request, hand, fail });
      for (const tell of this.#arrived.splice(0)) tell();
    });
  }

  /** The order of that number, once it has come. */
  async order(number = 0): Promise<Order> {
    for (;;) {
      const order = this.orders[number];
      if (order) return order;
      await new Promise<void>((resolve) => this.#arrived.push(resolve));
    }
  }

  async finish(number = 0, text = '노을 아래 작은 배', costMicros: number | null = null): Promise<void> {
    const usage = { inputTokens: 10, outputTokens: 4, costMicros };
    (await this.order(number)).hand({ text, model: 'pen-1', usage });
  }
}
