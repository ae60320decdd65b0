import fc from 'fast-check';
import type { Weather } from './Post';
import { PLACES, type PlaceName, type World } from './World';

/** The model predicts nothing: the invariants are checked in the end. */
type Model = Record<string, never>;
/** Returns the place, if there is one. */
type Do = (world: World) => Promise<PlaceName | void> | PlaceName | void;
export type WorldCommand = fc.AsyncCommand<Model, World>;

/** An event, which a failing run prints together with its place once it has happened. */
class Happening implements WorldCommand {
  readonly #label: string;
  readonly #run: Do;
  #where = '';

  constructor(label: string, run: Do) {
    this.#label = label;
    this.#run = run;
  }

  check(): boolean {
    return true;
  }

  async run(_model: Model, world: World): Promise<void> {
    this.#where = (await this.#run(world)) ?? '';
    await world.pass(0);
  }

  toString(): string {
    return `${this.#where} ${this.#label}`.trim();
  }
}

const which = fc.nat({ max: 6 });
const badWeather = fc.constantFrom<Weather>('cut', 'lostReplies', 'twice', 'slow');

/** At one of the places that have the project open, or at one that does not. */
const at = <Rest extends unknown[]>(
  name: string,
  others: { [Key in keyof Rest]: fc.Arbitrary<Rest[Key]> },
  run: (world: World, where: PlaceName, ...rest: Rest) => Promise<void> | void,
  isOpen = true,
): fc.Arbitrary<WorldCommand> =>
  fc.tuple(fc.nat({ max: 5 }), ...others).map(
    ([index, ...rest]) =>
      new Happening([name, ...rest].join(' '), async (world) => {
        const places = PLACES.filter((place) => world.isOpen(place) === isOpen);
        const where = places[index % Math.max(1, places.length)];
        if (where) await run(world, where, ...(rest as unknown as Rest));
        return where;
      }),
  );

const withNode = (
  name: string,
  run: (world: World, where: PlaceName, node: ReturnType<World['nodesIn']>[number], other: number) => void,
): fc.Arbitrary<WorldCommand> =>
  at<[number, number]>(name, [which, which], (world, where, index, other) => {
    const nodes = world.nodesIn(where);
    const node = nodes[index % Math.max(1, nodes.length)];
    if (node) run(world, where, node, other);
  });

const everywhere = (name: string, run: Do): fc.Arbitrary<WorldCommand> => fc.constant(new Happening(name, run));

const write = withNode('writes into', (world, where, node) => world.write(where, node));
const edits = [
  write,
  write,
  at('adds a node', [], (world, where) => world.add(where)),
  withNode('removes', (world, where, node) => world.remove(where, node)),
  withNode('moves', (world, where, node, x) => world.move(where, node, x)),
  withNode('connects', (world, where, node, other) => {
    const nodes = world.nodesIn(where);
    const end = nodes[other % nodes.length];
    if (end) world.connect(where, node, end);
  }),
];

const time = fc
  .oneof(fc.integer({ min: 0, max: 900 }), fc.integer({ min: 900, max: 4000 }), fc.constant(35_000))
  .map((ms) => new Happening(`${ms} ms pass`, (world) => world.pass(ms)));

const troubles = [
  at<[Weather]>('has weather', [badWeather], (world, where, kind) => world.setWeather(where, kind)),
  at('goes offline', [], (world, where) => world.setOnline(where, false)),
  at<[boolean]>('has a full store', [fc.boolean()], (world, where, isFull) => world.setFull(where, isFull)),
  at('crashes', [], (world, where) => world.crash(where)),
  at('is closed', [], (world, where) => world.close(where)),
  at('goes to the dashboard', [], (world, where) => world.leave(where)),
  which.map((number) => new Happening(`the network repeats save ${number}`, (world) => world.echo(number))),
  everywhere('the server stops', (world) => world.stopServer()),
  everywhere('the server starts again', (world) => world.restartServer()),
  everywhere('the session ends', (world) => world.endSession()),
];

const mendings = [
  at('opens', [], (world, where) => world.open(where), false),
  at('opens', [], (world, where) => world.open(where), false),
  at('has good weather', [], (world, where) => world.setWeather(where, 'good')),
  at('goes online', [], (world, where) => world.setOnline(where, true)),
  everywhere('the server starts again', (world) => world.restartServer()),
  everywhere('they sign in again', (world) => world.signInAgain()),
];

const often = <T>(times: number, all: readonly T[]): T[] => Array.from({ length: times }, () => all).flat();

/** A sequence of up to this many events: much editing, and any fault. */
export const anySequence = (maxCommands: number): fc.Arbitrary<Iterable<WorldCommand>> =>
  fc.noBias(
    fc.commands([...often(4, edits), ...often(8, [time]), ...troubles, ...often(2, mendings)], {
      maxCommands,
      size: 'max',
    }),
  );
