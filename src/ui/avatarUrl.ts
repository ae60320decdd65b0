/** The size in which a member's picture is requested, pixels (DASH-1). */
const AVATAR_SIZE_VARIANT = 256;

/** Google's picture URLs end in `=s96` or `=s96-c`: they are asked for at 256; other URLs are left as they are. */
export const avatarUrl = (picture: string): string => picture.replace(/=s\d+(-c)?$/, `=s${AVATAR_SIZE_VARIANT}$1`);
