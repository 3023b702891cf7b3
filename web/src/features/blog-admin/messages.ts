// Messages for failed calls of the blog administration (document 2 §8 Blog administration).
import { ApiFailure } from '../../api/client';
import { BLOG_FIELDS, type BlogField, type Problems } from './form';

export const LIST_FAILED = 'Failed to fetch blogs.';
export const DETAIL_FAILED = 'Failed to fetch blog details.';
export const DELETE_FAILED = 'Failed to delete blog.';
export const NOT_FOUND = 'Blog not found';
export const TITLE_TAKEN = 'A blog with this title already exists';
export const NO_RESPONSE = 'No response from server. Please check your internet connection.';
const SERVER_ERROR = 'Server error. Please try again later.';
const TOO_LARGE = 'Image size too large. Please use smaller images.';

export interface BlogFailure {
  /** For the toast and the top of the form. */
  message: string;
  description?: string;
  /** Errors beside the fields. */
  problems: Problems;
}

export function createFailure(failure: ApiFailure): BlogFailure {
  const problems = fieldProblems(failure);
  const only = (message: string): BlogFailure => ({ message, problems });
  switch (failure.status) {
    case 0:
      return only(NO_RESPONSE);
    case 400:
      if (failure.missingFields.length > 0) return only(`Missing required fields: ${failure.missingFields.join(', ')}`);
      return only(joinProblems(problems) ?? 'Invalid blog details. Please check your input.');
    case 401:
      return only('You are not authorized to create blogs.');
    case 409:
      return titleTaken(failure, problems);
    case 413:
      return only(TOO_LARGE);
    case 422:
      return only(joinProblems(problems) ?? 'Validation failed. Please check your input.');
    default:
      return only(failure.status >= 500 ? SERVER_ERROR : failure.message);
  }
}

export function updateFailure(failure: ApiFailure): BlogFailure {
  const problems = fieldProblems(failure);
  const only = (message: string): BlogFailure => ({ message, problems });
  switch (failure.status) {
    case 0:
      return only(NO_RESPONSE);
    case 400:
    case 422:
      return only(failure.serverMessage ?? 'Invalid blog data');
    case 401:
      return only(failure.serverMessage ?? 'You are not authorized to edit blogs.');
    case 404:
      return only(NOT_FOUND);
    case 409:
      if (failure.currentVersion !== undefined) return only(failure.message);
      return titleTaken(failure, problems);
    case 413:
      return only(TOO_LARGE);
    default:
      return only(failure.status >= 500 ? SERVER_ERROR : failure.message);
  }
}

/** Another article has this title. The field and the toast show which. */
function titleTaken({ existingValue }: ApiFailure, problems: Problems): BlogFailure {
  const named = existingValue ? `${TITLE_TAKEN}: “${existingValue}”` : TITLE_TAKEN;
  return {
    message: TITLE_TAKEN,
    ...(existingValue && { description: existingValue }),
    problems: { title: named, ...problems },
  };
}

/** Errors of 'content[1]' and 'tags[0]' are shown at their list. */
function fieldProblems(failure: ApiFailure): Problems {
  const problems: Problems = {};
  for (const { field, message } of failure.errors) {
    const name = field.split(/[[.]/)[0] as BlogField;
    if (BLOG_FIELDS.includes(name)) problems[name] ??= message;
  }
  for (const field of failure.missingFields) {
    const name = field.split(/[[.]/)[0] as BlogField;
    if (BLOG_FIELDS.includes(name)) problems[name] ??= 'Required';
  }
  return problems;
}

/** Messages of all rejected fields, in the order of the form. */
function joinProblems(problems: Problems): string | undefined {
  const words = BLOG_FIELDS.flatMap((field) => problems[field] ?? []);
  return words.length > 0 ? words.join(' · ') : undefined;
}

/** Rethrows anything but an API failure, since that is a bug. */
export function toBlogFailure(failure: unknown, of: (failure: ApiFailure) => BlogFailure): BlogFailure {
  if (!(failure instanceof ApiFailure)) throw failure;
  failure.told = true;
  return of(failure);
}
