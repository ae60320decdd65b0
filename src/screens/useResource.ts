import { useEffect } from 'react';
import type { Resource } from '../stores/resources/Resource';

/** Has a resource read while the component is there, which must be an observer to follow it. */
export function useResource<T>(resource: Resource<T> | null): Resource<T> | null {
  useEffect(() => resource?.watch(), [resource]);
  return resource;
}
