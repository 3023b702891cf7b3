// What the session says in toasts (document 1 §8).

export const LOADING_FAILED = 'Error loading user data';
export const STORES_DISAGREE = 'Error ensuring data consistency';
export const SAVING_FAILED = 'Error saving user data';
export const LOGGED_OUT = 'Logout successful';
export const LOGOUT_FAILED = 'Logout failed';
