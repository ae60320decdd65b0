/** A zoom that shows all of a flow built by hand, so that no tool needs an action for its view. */
export const HAND_ZOOM = 0.36;
