/** A request that waits until the test hands it a result or fails it. */
export interface Order<Request, Result> {
  readonly request: Request;
  readonly hand: (result: Result) => void;
  readonly fail: (error: Error) => void;
}

/** The requests to an engine that answers when the test says so, in their order. */
export class Orders<Request, Result> {
  readonly all: Order<Request, Result>[] = [];
  #arrived: (() => void)[] = [];

  take(request: Request): Promise<Result> {
    return new Promise((hand, fail) => {
      this.all.push({ request, hand, fail });
      for (const tell of this.#arrived.splice(0)) tell();
    });
  }

  /** The order of that number, once it has come. */
  async at(number: number): Promise<Order<Request, Result>> {
    for (;;) {
      const order = this.all[number];
      if (order) return order;
      await new Promise<void>((resolve) => this.#arrived.push(resolve));
    }
  }
}
