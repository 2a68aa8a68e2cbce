// The sitemap: one row per public path. Every other path is a 404.
import { webinarCookie } from '#features/webinars/webinar-cookie.ts'
import { app, content, page, personal, redirect, type Route } from './pages.ts'

export const notFoundPage = 'src/web/site/pages/not-found-page.tsx'
export const notFoundReads = ['q', 'reported']

/** Pages with a redirect from a path below /landinger. */
const landinger = ['contact', 'about', 'reviews', 'product', 'product-2', 'product-3', 'home-2', 'home-3']

/** Query parameters for choices without JavaScript, prefilled details, and the campaign. */
const passedReads = 'name phone email utm_source utm_medium utm_campaign utm_term utm_content'.split(' ')
const dayReads = ['day', 'month', 'zone', 'minutes']
const bookingReads = [...dayReads, 'start', 'hold', 'release', ...passedReads]

export const routes: readonly Route[] = [
  page('/', 'web/site/pages/home-page.tsx'),
  content('/home-2', 'web/site/pages/home-page.tsx'),
  content('/home-3', 'web/site/pages/home-page.tsx'),
  content('/about', 'web/site/pages/content-page.tsx'),
  content('/product', 'web/site/pages/content-page.tsx'),
  content('/product-2', 'web/site/pages/content-page.tsx'),
  content('/product-3', 'web/site/pages/content-page.tsx'),
  content('/features', 'web/site/pages/content-page.tsx'),
  content('/pricing', 'web/site/pages/pricing-page.tsx'),
  content('/reviews', 'web/site/pages/reviews-page.tsx', { reads: ['topic', 'left'] }),
  personal('/reviews/confirm/:token', 'web/reviews/review-confirm-page.tsx'),
  personal('/reviews/wording/:token', 'web/reviews/review-wording-page.tsx'),
  personal('/reviews/request/:token', 'web/reviews/review-request-page.tsx'),
  page('/landinger/link-in-bio', 'web/site/pages/link-in-bio-page.tsx'),
  content('/faq', 'web/site/pages/faq-page.tsx', { reads: ['q', 'helped', 'missed'] }),
  page('/contact', 'web/site/pages/contact-page.tsx', { reads: ['ticket', 'topic'] }),
  page('/design-system', 'web/design-system/design-system-page.tsx'),
  page('/privacy-policy', 'web/legal/privacy-page.tsx'),
  page('/terms', 'web/legal/terms-page.tsx'),
  page('/accessibility', 'web/legal/accessibility-page.tsx', { reads: ['ticket'] }),
  content('/lesson', 'web/landing/landing-page.tsx'),
  content('/ninja', 'web/landing/landing-page.tsx'),
  content('/fiscal-fitness', 'web/landing/landing-page.tsx'),
  page('/book-a-call', 'web/landing/book-a-call-page.tsx', { reads: ['ticket', ...dayReads, ...passedReads] }),
  page('/book/:userIdOrSlug', 'web/booking/host-page.tsx', { reads: bookingReads }),
  page('/book/:userId/:appointmentTypeSlug', 'web/booking/type-page.tsx', { reads: [...bookingReads, 'k', 'waiting'] }),
  personal('/appointment/manage/:token', 'web/booking/manage-page.tsx'),
  page('/financial_stage', 'web/quiz/intro-page.tsx', { reads: ['r'] }),
  personal('/financial_stage/questions', 'web/quiz/questions-page.tsx'),
  personal('/financial_stage/results', 'web/quiz/result-page.tsx'),
  page('/lead/:slug', 'web/lead-magnets/lead-page.tsx'),
  personal('/lead/:slug/thank-you', 'web/lead-magnets/thank-you-page.tsx'),
  personal('/lead/:slug/file/:token', 'web/lead-magnets/file-page.tsx'),
  personal('/plf/:launchId/landing', 'web/launches/landing-page.tsx', { isShared: true }),
  personal('/plf/:launchId/watch/:participantId', 'web/launches/watch-page.tsx'),
  personal('/plf/:launchId/t/:token', 'web/launches/link-page.tsx'),
  page('/webinar', 'web/webinars/webinars-page.tsx'),
  page('/webinar/:id', 'web/webinars/webinar-page.tsx', { reads: ['i', 'another'], ownCookie: webinarCookie }),
  personal('/webinar/:id/thank-you', 'web/webinars/thank-you-page.tsx', { ownCookie: webinarCookie }),
  personal('/webinar/:id/live', 'web/webinars/room-page.tsx'),
  personal('/webinar/:id/replay', 'web/webinars/room-page.tsx'),
  personal('/webinar/watch/:webinarId', 'web/webinars/room-page.tsx'),
  personal('/webinar-invite', 'web/webinars/invite-page.tsx'),
  personal('/template-preview/:templateId', 'web/webinars/template-preview-page.tsx'),
  personal('/form/:formId', 'web/forms/form-page.tsx', { isShared: true }),
  personal('/form/:formId/continue/:token', 'web/forms/form-page.tsx'),
  content('/preparation', 'web/booking/preparation-page.tsx', { reads: ['ref', 'saved'] }),
  page('/cancel-transaction', 'web/legal/cancel-transaction-page.tsx', { reads: ['receipt'] }),
  page('/disclaimer', 'web/legal/disclaimer-page.tsx'),
  page('/blog', 'web/blog/blog-page.tsx', { reads: ['topic', 'tag', 'q', 'page'] }),
  page('/blog/:slug', 'web/blog/post-page.tsx', { reads: ['preview'] }),
  page('/blog/authors/:author', 'web/blog/author-page.tsx'),
  page('/newsletter', 'web/site/pages/newsletter-page.tsx', { reads: ['sent'] }),
  personal('/newsletter/confirm/:token', 'features/newsletter/newsletter-confirm-page.tsx'),
  personal('/newsletter/preferences/:token', 'features/newsletter/mail-preferences-page.tsx'),
  page('/unsubscribe-success', 'features/newsletter/unsubscribe-success-page.tsx', { reads: ['ref'] }),
  personal('/setup', 'platform/accounts/setup-page.tsx'),
  personal('/auth/join', 'features/team/join-page.tsx'),
  personal('/act/:token', 'web/action-links/action-page.tsx'),
  personal('/client-invitation/:contactId', 'features/client-invitations/invitation-page.tsx'),

  app('/auth'),
  app('/auth/google/callback'),
  app('/crm'),
  app('/crm/*'),
  app('/admin/component-templates'),
  app('/admin/webinars'),
  app('/admin/webinar-templates'),
  app('/admin/*'),
  app('/client-login'),
  app('/client-portal'),
  app('/client-portal/*'),
  redirect('/dashboard', '/crm', 302),
  page('/payment-success', 'web/checkout/payment-success-page.tsx', { reads: ['ref', 'why'] }),
  page('/payment-error', 'web/checkout/payment-error-page.tsx', { reads: ['ref', 'why'] }),
  personal('/checkout/:order/pay', 'web/checkout/pay-page.tsx'),
  page('/:product/checkout', 'web/checkout/checkout-page.tsx', { reads: ['order', 'price', 'coupon'] }),
  // A single-segment path may be a product slug, so this row follows all fixed routes.
  page('/:product', 'web/site/pages/offer-page.tsx', { reads: ['waiting'] }),
  ...landinger.map((name) => redirect(`/landinger/${name}`, `/${name}`, 301)),
]
