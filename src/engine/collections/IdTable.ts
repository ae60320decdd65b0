/** More than half of the slots are free, so that a look is short. */
const SLOTS_EACH = 2;
const SLOTS_MIN = 8;

/**
 * Values by id, in the order in which the ids came, for all ids of a document. A Map of that size makes each pause of the garbage collector
 * longer: adr/0018.
 */
export class IdTable<V extends object> {
  /** Ids by place; null for a removed one. A place is never taken again. */
  #ids: (string | null)[] = [];
  #values: (V | null)[] = [];
  #hashes = new Int32Array(SLOTS_MIN);
  /** Open-addressing table: a hash's chain begins at its slot and ends at a 0; other slots hold a place + 1, of this hash or another. */
  #slots = new Int32Array(SLOTS_MIN * SLOTS_EACH);
  #size = 0;

  /** Has room for so many ids at once; more make it grow, which takes long where there are many. */
  constructor(room = 0) {
    if (room > SLOTS_MIN) this.#reset(roomFor(room));
  }

  get size(): number {
    return this.#size;
  }

  get(id: string): V | undefined {
    const place = this.#placeOf(id, hashOf(id));
    return place === -1 ? undefined : (this.#values[place] as V);
  }

  has(id: string): boolean {
    return this.#placeOf(id, hashOf(id)) !== -1;
  }

  /** How many ids came before this one, removed ones included; -1 for none. */
  indexOf(id: string): number {
    return this.#placeOf(id, hashOf(id));
  }

  set(id: string, value: V): void {
    const hash = hashOf(id);
    const place = this.#placeOf(id, hash);
    if (place !== -1) {
      this.#values[place] = value;
      return;
    }
    if (this.#ids.length === this.#hashes.length) this.#makeRoom();
    this.#append(id, value, hash);
  }

  /** Returns whether it was there. */
  delete(id: string): boolean {
    const place = this.#placeOf(id, hashOf(id));
    if (place === -1) return false;
    this.#ids[place] = null;
    this.#values[place] = null;
    this.#size -= 1;
    return true;
  }

  clear(): void {
    this.#reset(SLOTS_MIN);
  }

  *keys(): Generator<string, void> {
    for (const id of this.#ids) if (id !== null) yield id;
  }

  *values(): Generator<V, void> {
    for (const value of this.#values) if (value !== null) yield value;
  }

  copy(): IdTable<V> {
    const copy = new IdTable<V>();
    copy.#ids = [...this.#ids];
    copy.#values = [...this.#values];
    copy.#hashes = this.#hashes.slice();
    copy.#slots = this.#slots.slice();
    copy.#size = this.#size;
    return copy;
  }

  #placeOf(id: string, hash: number): number {
    const last = this.#slots.length - 1;
    for (let slot = hash & last; ; slot = (slot + 1) & last) {
      const place = this.#slots[slot]! - 1;
      if (place === -1 || (this.#hashes[place] === hash && this.#ids[place] === id)) return place;
    }
  }

  #append(id: string, value: V, hash: number): void {
    const place = this.#ids.length;
    this.#ids.push(id);
    this.#values.push(value);
    this.#hashes[place] = hash;
    this.#size += 1;
    const last = this.#slots.length - 1;
    let slot = hash & last;
    while (this.#slots[slot] !== 0) slot = (slot + 1) & last;
    this.#slots[slot] = place + 1;
  }

  /** Rebuilds the table with room for as many ids again, without the removed ones. */
  #makeRoom(): void {
    const [ids, values, hashes] = [this.#ids, this.#values, this.#hashes];
    this.#reset(roomFor(2 * this.#size));
    for (const [place, id] of ids.entries()) if (id !== null) this.#append(id, values[place] as V, hashes[place]!);
  }

  #reset(room: number): void {
    this.#ids = [];
    this.#values = [];
    this.#hashes = new Int32Array(room);
    this.#slots = new Int32Array(room * SLOTS_EACH);
    this.#size = 0;
  }
}

/** A power of two, so that a slot is chosen by a hash's last bits. */
function roomFor(ids: number): number {
  let room = SLOTS_MIN;
  while (room < ids) room *= 2;
  return room;
}

/** FNV-1a over the string's units (Fowler, Noll, Vo), its high bits folded into the low ones that slots are chosen by. */
function hashOf(id: string): number {
  let hash = 0x811c9dc5 | 0;
  for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  return hash ^ (hash >>> 15);
}
