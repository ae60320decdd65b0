import { type Api, ApiFailure } from '../../api';
import type { Member, MemberUsage } from '../../api/contract';
import { keepLastMember } from '../lastMember';
import { type Clock, type RecordStore, wait } from '../ports';
import { Resource } from '../resources/Resource';

/** The member is shown no sooner than this, in milliseconds, so that the loading display is seen (MEMBER-3). */
const SHOWN_AFTER_MS = 400;
/** For this long, callers that show nothing use the known member without asking again. */
const LATELY_MS = 10_000;

/** The server's answer: only a 401 makes a visitor. 'unknown' shows the visitor's dashboard too, but may open local copies. */
export interface MemberAnswer {
  readonly member: Member | null;
  readonly reason: 'member' | 'visitor' | 'unknown';
}

interface MemberStoreDeps {
  readonly api: Pick<Api, 'member'>;
  readonly records: RecordStore;
  readonly clock: Clock;
}

/** The signed-in member, and their usage and limits. */
export class MemberStore {
  /** The member as soon as the server says so, for places that show no loading. Never fails. */
  readonly answer: Resource<MemberAnswer>;
  /** The same answer, delayed so that its loading can be seen. */
  readonly shown: Resource<MemberAnswer>;
  readonly usage: Resource<MemberUsage>;
  readonly #clock: Clock;
  #answeredAt = Number.NEGATIVE_INFINITY;
  /** The member of the last answer that was not 'unknown'. */
  #known: Member | null = null;

  constructor({ api, records, clock }: MemberStoreDeps) {
    this.#clock = clock;
    this.answer = new Resource({
      clock,
      retries: 0,
      read: async (signal) => {
        const answer = await readMember({ api, records, clock }, signal);
        if (signal.aborted) return answer;
        this.#answeredAt = clock.passed();
        if (answer.reason !== 'unknown') this.#known = answer.member;
        return answer;
      },
    });
    this.shown = new Resource({
      clock,
      retries: 0,
      read: async () => {
        const [answer] = await Promise.all([this.answer.fetch(), wait(clock, SHOWN_AFTER_MS)]);
        return answer;
      },
    });
    this.usage = new Resource({
      clock,
      retries: 0,
      read: () => api.member.usage(),
      failureMessage: 'failed to load the usage',
    });
  }

  /** Undefined while it is loading, null for a visitor and when it is unknown. */
  get member(): Member | null | undefined {
    return this.shown.data?.member;
  }

  /** The same, but the member stays while the server cannot say who is signed in: a dialog of theirs may be open. */
  get known(): Member | null | undefined {
    const { data } = this.shown;
    return data?.reason === 'unknown' ? this.#known : data?.member;
  }

  /** The current or a very recent member; a visitor may have signed in since, so that is read again. */
  lately(): Promise<MemberAnswer> {
    const { data } = this.answer;
    const isLately = this.#clock.passed() - this.#answeredAt < LATELY_MS;
    return data?.member && isLately ? Promise.resolve(data) : this.answer.fetch();
  }

  async refresh(): Promise<void> {
    await Promise.all([this.answer.refresh(), this.shown.refresh(), this.usage.refresh()]);
  }

  clear(): void {
    this.#known = null;
    for (const each of [this.answer, this.shown, this.usage]) each.clear();
  }
}

/** After the signal an answer says who was signed in before, and this device no longer goes by it. */
async function readMember({ api, records, clock }: MemberStoreDeps, signal: AbortSignal): Promise<MemberAnswer> {
  try {
    const member = await api.member.read();
    if (!signal.aborted) void keepLastMember(records, member, clock);
    return { member, reason: 'member' };
  } catch (error) {
    const isVisitor = error instanceof ApiFailure && error.status === 401;
    // This includes a sign-out elsewhere: no local copy opens here any more, with or without the server.
    if (isVisitor && !signal.aborted) void keepLastMember(records, null, clock);
    return { member: null, reason: isVisitor ? 'visitor' : 'unknown' };
  }
}
