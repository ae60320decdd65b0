import type { AppNotice } from '../ui/toasts/notify';

/** Notice for controls that are visible but not usable yet: '+ more', 'My Page', '+ View all my projects'. */
export const UNDER_DEVELOPMENT: AppNotice = {
  variant: 'info',
  titleKey: 'toast.underDevelopmentTitle',
  descriptionKey: 'toast.underDevelopmentContent',
};

/** A visitor asked for something only members have; the sign-in page follows. */
export const LOGIN_REQUIRED: AppNotice = {
  variant: 'login',
  titleKey: 'toast.loginTitle',
  descriptionKey: 'toast.loginContent',
};

/** Delay from the login toast to the sign-in page; milliseconds (ROLE-2). */
export const LOGIN_REDIRECT_MS = 2000;

/** Work is saved first, which may take a while. */
export const SIGNING_OUT: AppNotice = { variant: 'info', titleKey: 'shell.signingOut' };
export const SIGN_OUT_FAILED: AppNotice = { variant: 'destructive', titleKey: 'shell.signOutFailed' };

/** The server takes no more from this member. */
export const QUOTA_REACHED: AppNotice = {
  variant: 'destructive',
  titleKey: 'shell.quotaTitle',
  descriptionKey: 'shell.quotaContent',
};

/** The dialog's code could not be loaded. */
export const DIALOG_MISSING: AppNotice = { variant: 'destructive', titleKey: 'shell.dialogMissing' };
export const LANGUAGE_MISSING: AppNotice = { variant: 'destructive', titleKey: 'shell.languageMissing' };

export const SIGNED_OUT_ELSEWHERE: AppNotice = { variant: 'info', titleKey: 'shell.signedOutElsewhere' };

export const DUPLICATE_FAILED: AppNotice = { variant: 'destructive', titleKey: 'dashboard.duplicateFailed' };
