// Every screen of the site on one screen, with its guard (document 1 §2). Pages load when they are first wanted.
import { createBrowserRouter, type RouteObject } from 'react-router';
import { LoggedOutOnly, RequireAdmin, RequireSession } from './features/session/guards';
import { CrashPage } from './pages/CrashPage';
import { Layout } from './pages/Layout';
import { PageLoading } from './pages/PageLoading';
import { paths } from './paths';

export const routes: RouteObject[] = [
  {
    element: <Layout />,
    errorElement: <CrashPage />,
    hydrateFallbackElement: <PageLoading />,
    children: [
      {
        // A page that crashes leaves the header and the footer standing.
        errorElement: <CrashPage inside />,
        children: [
          { path: paths.home, lazy: async () => ({ Component: (await import('./pages/HomePage')).HomePage }) },
          {
            path: paths.packages,
            lazy: async () => {
              const { PackagesPage, prefetch } = await import('./pages/PackagesPage');
              return { Component: PackagesPage, handle: { prefetch } };
            },
          },
          {
            path: '/package/:id',
            lazy: async () => {
              const { PackagePage, prefetch } = await import('./pages/PackagePage');
              return { Component: PackagePage, handle: { prefetch } };
            },
          },
          {
            path: '/package/edit/:id',
            lazy: async () => ({ Component: (await import('./pages/TrekEditPage')).TrekEditPage }),
          },
          {
            path: paths.customTrek,
            lazy: async () => ({ Component: (await import('./pages/CustomTrekPage')).CustomTrekPage }),
          },
          {
            path: paths.blogs,
            lazy: async () => {
              const { BlogsPage, prefetch } = await import('./pages/BlogsPage');
              return { Component: BlogsPage, handle: { prefetch } };
            },
          },
          { path: '/blog/:id', lazy: async () => ({ Component: (await import('./pages/BlogPage')).BlogPage }) },
          { path: paths.terms, lazy: async () => ({ Component: (await import('./pages/TermsPage')).TermsPage }) },
          { path: paths.privacy, lazy: async () => ({ Component: (await import('./pages/PrivacyPage')).PrivacyPage }) },
          {
            path: paths.unsubscribe,
            lazy: async () => ({ Component: (await import('./pages/UnsubscribePage')).UnsubscribePage }),
          },
          {
            path: paths.bookingSuccess,
            lazy: async () => ({ Component: (await import('./pages/BookingSuccessPage')).BookingSuccessPage }),
          },
          {
            path: paths.authCallback,
            lazy: async () => ({ Component: (await import('./pages/AuthCallbackPage')).AuthCallbackPage }),
          },
          {
            element: <LoggedOutOnly />,
            children: [
              { path: paths.login, lazy: async () => ({ Component: (await import('./pages/LoginPage')).LoginPage }) },
              {
                path: paths.signup,
                lazy: async () => ({ Component: (await import('./pages/SignupPage')).SignupPage }),
              },
              {
                path: paths.forgotPassword,
                lazy: async () => ({ Component: (await import('./pages/ForgotPasswordPage')).ForgotPasswordPage }),
              },
            ],
          },
          {
            element: <RequireSession />,
            children: [
              {
                path: paths.booking,
                lazy: async () => ({ Component: (await import('./pages/BookingPage')).BookingPage }),
              },
              {
                path: paths.checkout,
                lazy: async () => ({ Component: (await import('./pages/CheckoutPage')).CheckoutPage }),
              },
              {
                path: '/booking/confirmation/:bookingId',
                lazy: async () => ({ Component: (await import('./pages/ConfirmationPage')).ConfirmationPage }),
              },
              {
                path: paths.dashboard,
                lazy: async () => ({ Component: (await import('./pages/DashboardPage')).DashboardPage }),
              },
              {
                path: '/dashboard/bookings/:bookingId',
                lazy: async () => ({ Component: (await import('./pages/MyBookingPage')).MyBookingPage }),
              },
            ],
          },
          {
            element: <RequireAdmin />,
            children: [
              { path: paths.admin, lazy: async () => ({ Component: (await import('./pages/AdminPage')).AdminPage }) },
            ],
          },
          // Left out of the release: what is under it is not built there.
          ...(import.meta.env.DEV
            ? [{ path: '/dev/ui', lazy: async () => ({ Component: (await import('./dev/UiPage')).UiPage }) }]
            : []),
          { path: '*', lazy: async () => ({ Component: (await import('./pages/NotFoundPage')).NotFoundPage }) },
        ],
      },
    ],
  },
];

export function makeRouter() {
  return createBrowserRouter(routes);
}
