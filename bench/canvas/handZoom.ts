/** The zoom at which all of a flow built by hand is seen, so that no tool needs an action for its view. */
export const HAND_ZOOM = 0.36;
