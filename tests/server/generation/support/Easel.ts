import sharp from 'sharp';
import type { GeneratedPicture, ImageAbilities, ImageProvider, ImageRequest } from '../../../../server/generation';

interface Order {
  request: ImageRequest;
  hand: (picture: GeneratedPicture) => void;
  fail: (error: Error) => void;
}

/** An engine that paints when the test says so: orders wait on it until they are handed a picture or fail. */
export class Easel implements ImageProvider {
  readonly name: ImageProvider['name'];
  readonly abilities?: ImageAbilities;
  readonly orders: Order[] = [];
  #arrived: (() => void)[] = [];

  constructor(name: ImageProvider['name'] = 'offline', abilities?: ImageAbilities) {
    this.name = name;
    if (abilities) this.abilities = abilities;
  }

  generate(request: ImageRequest): Promise<GeneratedPicture> {
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

  async finish(number = 0, colour = '#2f6bff'): Promise<void> {
    const order = await this.order(number);
    order.hand({ bytes: await plainPicture(colour), model: 'easel-1' });
  }
}

export function plainPicture(colour: string): Promise<Buffer> {
  return sharp({ create: { width: 8, height: 8, channels: 3, background: colour } })
    .png()
    .toBuffer();
}
