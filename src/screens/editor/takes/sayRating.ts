import type { Rating } from '../../../stores/takes/RatingSender';
import { announce } from '../../../ui/live/announce';

export function sayRating(rating: Rating): void {
  if (rating === null) announce('takes.saidUnrated');
  else if (rating < 0) announce('takes.saidRejected');
  else announce('takes.saidRated', { count: rating });
}
