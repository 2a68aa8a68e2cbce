// Routes of the signed-in app. Screens are lazy; the guards are in the first bundle.
import { Outlet, type RouteObject } from 'react-router'
import { Loading } from '#ui/states/spinner.tsx'
import { UnsavedGuard } from '#platform/editing/unsaved-guard.tsx'
import { AppAccessibility } from './crm/app-accessibility.tsx'
import { OfflineBar } from './offline-bar.tsx'
import { Component as Screens, ErrorScreen } from '#platform/screens/error-screen.tsx'
import { Component as PeopleOnly } from '#platform/accounts/gates/contacts-only.tsx'
import { Component as AdminsOnly } from '#platform/accounts/gates/admins-only.tsx'
import { Component as SiteOnly } from '#platform/accounts/gates/site-only.tsx'
import { Component as Guarded } from './auth/require-session.tsx'

const screens: RouteObject[] = [
  { index: true, lazy: () => import('./crm/today/today-screen.tsx') },
  { path: 'tasks', lazy: () => import('./crm/tasks/tasks-screen.tsx') },
  {
    Component: PeopleOnly,
    children: [
      { path: 'bin', lazy: () => import('#features/bin/bin-screen.tsx') },
      { path: 'pipeline', lazy: () => import('./crm/pipeline/pipeline-screen.tsx') },
      { path: 'opportunities/:opportunityId', lazy: () => import('./crm/opportunities/opportunity-screen.tsx') },
      { path: 'payments', lazy: () => import('./crm/payments/orders-screen.tsx') },
      { path: 'payment/:contactId', lazy: () => import('./crm/payments/payment-screen.tsx') },
      { path: 'calendar', lazy: () => import('#features/booking/screens/calendar/calendar-screen.tsx') },
      { path: 'appointments', lazy: () => import('#features/booking/screens/list/appointments-screen.tsx') },
      {
        path: 'appointment-types',
        lazy: () => import('#features/booking/screens/types/types-screen.tsx'),
      },
      {
        path: 'availability',
        lazy: () => import('#features/booking/screens/availability/availability-screen.tsx'),
      },
      { path: 'clients', lazy: () => import('./crm/clients/clients-screen.tsx') },
      { path: 'clients/:contactId', lazy: () => import('./crm/clients/client-screen.tsx') },
      {
        path: 'clients/:contactId/signatures/:requestId',
        lazy: () => import('./crm/clients/certificate-screen.tsx'),
      },
      { path: 'clients/:contactId/notes/:noteId', lazy: () => import('./crm/clients/notes/note-screen.tsx') },
      { path: 'clients/:contactId/preview', lazy: () => import('./crm/clients/preview-screen.tsx') },
      { path: 'inbox', lazy: () => import('./crm/clients/inbox-screen.tsx') },
      { path: 'forms', lazy: () => import('#features/forms/screens/forms-screen.tsx') },
      { path: 'forms/:formId', lazy: () => import('#features/forms/screens/form-screen.tsx') },
      { path: 'quizzes', lazy: () => import('#features/quiz/screens/quizzes-screen.tsx') },
      { path: 'quizzes/:slug', lazy: () => import('./crm/quizzes/quiz-screen.tsx') },
      { path: 'duplicates', lazy: () => import('./crm/duplicates/duplicates-screen.tsx') },
      { path: 'contacts', lazy: () => import('./crm/contact-list/contacts-screen.tsx') },
      {
        Component: AdminsOnly,
        children: [
          { path: 'contacts/import', lazy: () => import('#features/imports/screens/import-upload-screen.tsx') },
          {
            path: 'contacts/import/:importId',
            lazy: () => import('#features/imports/screens/import-wizard-screen.tsx'),
          },
          { path: 'contacts/imports', lazy: () => import('#features/imports/screens/imports-screen.tsx') },
          { path: 'process-templates', lazy: () => import('./crm/process-templates/templates-screen.tsx') },
          { path: 'process-templates/:templateId', lazy: () => import('./crm/process-templates/template-screen.tsx') },
        ],
      },
      { path: 'contacts/:contactId', lazy: () => import('./crm/contacts/contact-screen.tsx') },
      { path: 'households/:householdId', lazy: () => import('./crm/households/household-screen.tsx') },
    ],
  },
  {
    Component: SiteOnly,
    children: [
      { path: 'products', lazy: () => import('#features/products/screens/products-screen.tsx') },
      { path: 'products/coupons', lazy: () => import('./crm/coupons/coupons-screen.tsx') },
      { path: 'products/:productId', lazy: () => import('#features/products/screens/product-screen.tsx') },
      { path: 'lead-magnets', lazy: () => import('./crm/lead-magnets/lead-magnets-screen.tsx') },
      { path: 'launches', lazy: () => import('./crm/launches/launches-screen.tsx') },
      { path: 'launches/:launchId', lazy: () => import('./crm/launches/launch-screen.tsx') },
      { path: 'lead-magnets/:magnetId', lazy: () => import('./crm/lead-magnets/lead-magnet-screen.tsx') },
      { path: 'analytics', lazy: () => import('./crm/analytics-screen.tsx') },
      { path: 'blog', lazy: () => import('#features/blog/screens/posts-screen.tsx') },
      { path: 'blog/:postId', lazy: () => import('./crm/blog/post-editor-screen.tsx') },
      {
        path: 'email',
        children: [
          {
            lazy: () => import('./crm/email/email-shell.tsx'),
            children: [
              { index: true, lazy: () => import('./crm/email/campaigns-tab.tsx') },
              { path: 'readers', lazy: () => import('./crm/email/lists-tab.tsx') },
              { path: 'templates', lazy: () => import('./crm/email/templates-tab.tsx') },
              { path: 'texts', lazy: () => import('./crm/email/texts-tab.tsx') },
              { path: 'messages', lazy: () => import('#features/messages/screens/message-log-tab.tsx') },
              { path: 'plan', lazy: () => import('#features/messages/screens/message-plan-tab.tsx') },
              { path: 'sequences', lazy: () => import('./crm/automations/sequences/sequences-tab.tsx') },
              { path: 'health', lazy: () => import('./crm/email/health-tab.tsx') },
            ],
          },
          {
            Component: AdminsOnly,
            children: [
              {
                path: 'sequences/:sequenceId',
                lazy: () => import('./crm/automations/sequences/sequence-screen.tsx'),
              },
            ],
          },
          { path: 'templates/:templateId', lazy: () => import('./crm/templates/template-screen.tsx') },
          { path: ':campaignId', lazy: () => import('./crm/campaigns/campaign-screen.tsx') },
        ],
      },
      {
        path: 'seo-manager',
        lazy: () => import('./crm/seo/seo-shell.tsx'),
        children: [
          { index: true, lazy: () => import('./crm/seo/pages-tab.tsx') },
          { path: 'page', lazy: () => import('#features/seo/screens/head-screen.tsx') },
          { path: 'redirects', lazy: () => import('./crm/seo/redirects-tab.tsx') },
          { path: 'missing', lazy: () => import('./crm/seo/not-found-tab.tsx') },
          { path: 'links', lazy: () => import('./crm/seo/links-tab.tsx') },
          { path: 'answers', lazy: () => import('#features/faq-feedback/faq-feedback-tab.tsx') },
          { path: 'robots', lazy: () => import('#features/seo/screens/robots-tab.tsx') },
          { path: 'settings', lazy: () => import('#features/seo/screens/settings-tab.tsx') },
        ],
      },
      {
        path: 'site',
        children: [
          {
            lazy: () => import('./crm/site/site-shell.tsx'),
            children: [
              { index: true, lazy: () => import('./crm/site/pages-screen.tsx') },
              { path: 'pictures', lazy: () => import('./crm/site/pictures-screen.tsx') },
              { path: 'reviews', lazy: () => import('#features/reviews/screens/reviews-screen.tsx') },
              { path: 'figures', lazy: () => import('#features/trust-metrics/trust-metrics-screen.tsx') },
              { path: 'link-in-bio', lazy: () => import('./crm/bio/bio-screen.tsx') },
              { path: 'legal', lazy: () => import('#features/legal/screens/legal-screen.tsx') },
            ],
          },
          { path: 'legal/:key', lazy: () => import('#features/legal/screens/legal-text-screen.tsx') },
          { path: 'pages/*', lazy: () => import('./crm/page-editor/page-editor-screen.tsx') },
        ],
      },
    ],
  },
  {
    path: 'automations',
    Component: AdminsOnly,
    children: [
      { index: true, lazy: () => import('./crm/automations/automations-screen.tsx') },
      { path: ':automationId', lazy: () => import('./crm/automations/automation-screen.tsx') },
      { path: ':automationId/runs', lazy: () => import('./crm/automations/runs-screen.tsx') },
    ],
  },
  { path: 'settings', lazy: () => import('./crm/settings/settings-screen.tsx') },
  { path: '*', lazy: () => import('#platform/screens/not-found-screen.tsx') },
]

/** Open to all staff roles: coaches host webinars, sales answer in the chat. */
const webinars: RouteObject[] = [
  { path: 'webinars', lazy: () => import('#features/webinars/screens/webinars-screen.tsx') },
  { path: 'webinars/:webinarId', lazy: () => import('./crm/webinars/webinar-screen.tsx') },
  {
    path: 'webinars/:webinarId/sessions/:sessionId',
    lazy: () => import('#features/webinars/control/control-screen.tsx'),
  },
  { path: 'webinars/:webinarId/report', lazy: () => import('#features/webinars/report/report-screen.tsx') },
]

const webinarTemplates: RouteObject[] = [
  { path: 'webinar-templates', lazy: () => import('#features/webinars/templates/templates-screen.tsx') },
  { path: 'webinar-templates/:templateId', lazy: () => import('#features/webinars/templates/template-screen.tsx') },
]

const admin: RouteObject[] = [
  { path: 'component-templates', lazy: () => import('#features/component-templates/screens/templates-screen.tsx') },
  { path: 'component-templates/new', lazy: () => import('#features/component-templates/screens/template-screen.tsx') },
  {
    path: 'component-templates/:templateId',
    lazy: () => import('#features/component-templates/screens/template-screen.tsx'),
  },
  { path: '*', lazy: () => import('#platform/screens/not-found-screen.tsx') },
]

const portal: RouteObject[] = [
  { index: true, lazy: () => import('./portal/home/portal-home.tsx') },
  { path: 'process', lazy: () => import('./portal/process/process-screen.tsx') },
  { path: 'tasks', lazy: () => import('./portal/tabs/tasks-screen.tsx') },
  { path: 'meetings', lazy: () => import('./portal/tabs/meetings-screen.tsx') },
  { path: 'documents', lazy: () => import('./portal/tabs/documents-screen.tsx') },
  { path: 'documents/:requestId', lazy: () => import('./portal/signatures/signature-screen.tsx') },
  { path: 'messages', lazy: () => import('./portal/tabs/messages-screen.tsx') },
  { path: 'resources', lazy: () => import('./portal/tabs/resources-screen.tsx') },
  { path: 'payments', lazy: () => import('./portal/tabs/payments-screen.tsx') },
  { path: 'profile', lazy: () => import('./portal/tabs/profile-screen.tsx') },
  { path: 'finances', lazy: () => import('./portal/finances/finances-screen.tsx') },
  { path: 'finances/import', lazy: () => import('./portal/finances/import/import-screen.tsx') },
  { path: 'process/:stageId', lazy: () => import('./portal/process/stage-screen.tsx') },
  { path: '*', lazy: () => import('#platform/screens/not-found-screen.tsx') },
]

const Root = () => (
  <>
    <OfflineBar />
    <Outlet />
    <UnsavedGuard />
    <AppAccessibility />
  </>
)

/** Provides the main element for a route without a shell. */
const RootError = () => (
  <main>
    <ErrorScreen />
  </main>
)

export const appRoutes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: RootError,
    HydrateFallback: () => <Loading page size="lg" />,
    children: [
      { path: '/client-login', lazy: () => import('./portal/client-login-screen.tsx') },
      {
        path: '/client-portal',
        lazy: () => import('./portal/require-client.tsx'),
        children: [{ ErrorBoundary: ErrorScreen, Component: Screens, children: portal }],
      },
      { path: '/auth', lazy: () => import('./auth/auth-screen.tsx') },
      { path: '/auth/google/callback', lazy: () => import('./auth/google-callback-screen.tsx') },
      {
        Component: Guarded,
        children: [
          {
            lazy: () => import('./crm/shell/shell.tsx'),
            children: [
              {
                ErrorBoundary: ErrorScreen,
                Component: Screens,
                children: [
                  { path: '/crm', children: screens },
                  {
                    path: '/admin',
                    children: [
                      ...webinars,
                      { Component: SiteOnly, children: webinarTemplates },
                      { Component: AdminsOnly, children: admin },
                    ],
                  },
                ],
              },
            ],
          },
        ],
      },
    ],
  },
]
