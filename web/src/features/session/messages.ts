// Toasts of the session (document 1 §8).

export const LOADING_FAILED = 'Error loading user data';
export const STORES_DISAGREE = 'Error ensuring data consistency';
export const SAVING_FAILED = 'Error saving user data';
export const LOGGED_OUT = 'Logout successful';
export const LOGOUT_FAILED = 'Logout failed';
/** No store accepts the session: it lasts until the tab is closed. */
export const STORAGE_FAILED = 'Storage error';
export const UNTIL_THE_TAB_CLOSES = 'You stay signed in until this tab is closed or reloaded.';
export const UNPROCESSED = 'Failed to process login';
export const SIGN_IN_FAILED = 'Authentication failed';
