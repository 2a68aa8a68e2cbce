// The sitemap: one row per public path. Every other path is a 404.
import { app, content, page, personal, redirect, type Route } from './pages.ts'

export const notFoundPage = 'src/web/site/pages/not-found-page.tsx'
export const notFoundReads = ['q', 'reported']

/** Pages that formerly lived below /landinger. */
const landinger = ['contact', 'about', 'reviews', 'product', 'product-2', 'product-3', 'home-2', 'home-3']

/** Choices without JavaScript, details filled in by a link, and the campaign. */
const bookingReads =
  'day month zone minutes start hold release name phone email utm_source utm_medium utm_campaign utm_term utm_content'.split(
    ' ',
  )

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
  content('/lesson', 'web/landing/landing-page.tsx', { reads: ['joined'] }),
  content('/ninja', 'web/landing/landing-page.tsx', { reads: ['joined'] }),
  content('/fiscal-fitness', 'web/landing/landing-page.tsx', { reads: ['joined'] }),
  page('/book-a-call', 'web/landing/book-a-call-page.tsx', { reads: ['ticket'] }),
  page('/book/:userIdOrSlug', 'web/booking/host-page.tsx', { reads: bookingReads }),
  page('/book/:userId/:appointmentTypeSlug', 'web/booking/type-page.tsx', { reads: bookingReads }),
  personal('/appointment/manage/:token', 'web/booking/manage-page.tsx'),
  page('/lead/:slug', 'web/lead-magnets/lead-page.tsx'),
  personal('/lead/:slug/thank-you', 'web/lead-magnets/thank-you-page.tsx'),
  personal('/lead/:slug/file/:token', 'web/lead-magnets/file-page.tsx'),
  personal('/form/:formId', 'web/forms/form-page.tsx'),
  personal('/form/:formId/continue/:token', 'web/forms/form-page.tsx'),
  content('/preparation', 'web/site/pages/content-page.tsx'),
  page('/cancel-transaction', 'web/legal/cancel-transaction-page.tsx', { reads: ['receipt'] }),
  page('/disclaimer', 'web/legal/disclaimer-page.tsx'),
  page('/blog', 'web/blog/blog-page.tsx', { reads: ['topic', 'tag', 'q', 'page'] }),
  page('/blog/:slug', 'web/blog/post-page.tsx', { reads: ['preview'] }),
  page('/newsletter', 'web/site/pages/newsletter-page.tsx', { reads: ['sent'] }),
  personal('/newsletter/confirm/:token', 'features/newsletter/newsletter-confirm-page.tsx'),
  personal('/newsletter/preferences/:token', 'features/newsletter/mail-preferences-page.tsx'),
  page('/unsubscribe-success', 'features/newsletter/unsubscribe-success-page.tsx', { reads: ['ref'] }),
  personal('/setup', 'platform/accounts/setup-page.tsx'),
  personal('/auth/join', 'features/team/join-page.tsx'),

  app('/auth'),
  app('/auth/google/callback'),
  app('/crm'),
  app('/crm/*'),
  app('/admin/component-templates'),
  app('/admin/*'),
  app('/client-login'),
  app('/client-portal'),
  redirect('/dashboard', '/crm', 302),
  page('/payment-success', 'web/checkout/payment-success-page.tsx', { reads: ['ref', 'why'] }),
  page('/payment-error', 'web/checkout/payment-error-page.tsx', { reads: ['ref', 'why'] }),
  personal('/checkout/:order/pay', 'web/checkout/pay-page.tsx'),
  page('/:product/checkout', 'web/checkout/checkout-page.tsx', { reads: ['order', 'price'] }),
  // A single-segment path may be a product slug, after all fixed routes.
  page('/:product', 'web/site/pages/offer-page.tsx', { reads: ['waiting'] }),
  ...landinger.map((name) => redirect(`/landinger/${name}`, `/${name}`, 301)),
]
