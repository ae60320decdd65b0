import sharp from 'sharp';
import type { GeneratedPicture, ImageAbilities, ImageEngine, ImageRequest } from '../../../../server/generation';
import { Orders, type Order } from './Orders';

/** An engine that paints when the test says so: orders wait until the test gives each a picture or a failure. */
export class FakeImageEngine implements ImageEngine {
  readonly name: ImageEngine['name'];
  readonly abilities?: ImageAbilities;
  readonly #orders = new Orders<ImageRequest, GeneratedPicture>();
  readonly orders = this.#orders.all;

  constructor(name: ImageEngine['name'] = 'offline', abilities?: ImageAbilities) {
    this.name = name;
    if (abilities) this.abilities = abilities;
  }

  generate(request: ImageRequest): Promise<GeneratedPicture> {
    return this.#orders.take(request);
  }

  /** The order of that number, once it has come. */
  order(number = 0): Promise<Order<ImageRequest, GeneratedPicture>> {
    return this.#orders.at(number);
  }

  async finish(number = 0, colour = '#2f6bff'): Promise<void> {
    const order = await this.order(number);
    order.hand({ bytes: await plainPicture(colour), model: 'fake-image-1' });
  }
}

export function plainPicture(colour: string): Promise<Buffer> {
  return sharp({ create: { width: 8, height: 8, channels: 3, background: colour } })
    .png()
    .toBuffer();
}
