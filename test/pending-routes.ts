import type { specRoutes } from './spec-routes.ts'

/** Specified routes that are not implemented yet. This list only shrinks. */
export const pendingRoutes: readonly (typeof specRoutes)[number][] = [
  '/financial_stage',
  '/financial_stage/results',
  '/webinar',
  '/webinar/:id',
  '/webinar/:id/replay',
  '/webinar/:id/thank-you',
  '/webinar/:id/live',
  '/webinar/watch/:webinarId',
  '/webinar-invite',
  '/template-preview/:templateId',
  '/plf/:launchId/landing',
  '/plf/:launchId/watch/:participantId',
  '/plf/:launchId/t/:token',
  '/admin/webinars',
  '/admin/webinar-templates',
  '/client-invitation/:contactId',
]
