// Section 2: screens and routes, guards, shared chrome.
import { pendingRoutes } from '../pending-routes.ts'
import { specRoutes } from '../spec-routes.ts'
import type { Rule } from './rule.ts'

const guard = 'src/web/auth/auth-guard.test.ts'
const guarded = 'e2e/the-route-guard.spec.ts'
const portal = 'e2e/a-client-opens-the-portal.spec.ts'
const calendar = 'e2e/a-calendar-is-connected.spec.ts'
const widget = 'e2e/the-accessibility-widget.spec.ts'
const chrome = 'src/server/site/pages/chrome.db.test.ts'
const pages = 'test/public-pages.db.test.ts'
const reader = 'src/features/accessibility/reader.test.ts'

const allInWidget = 'a visitor changes reading settings by keyboard alone, and the next page applies them'
const allOfCallback =
  'spec §2, §5, §8: each failure has its own text and redirects to the settings after 3 s; a success after 2 s'
const clientsDoor = 'a client is redirected to the portal sign-in, and from there back to the requested page'
const everyStaffPage = 'spec §2: every staff page is behind the guard, including planned ones'
const onTheWay = 'spec §2: a loading page shows a spinner, and a session check shows its own text'

/** A URL that is not implemented yet has no proof. */
const addresses = specRoutes.map((path): Rule => {
  const rule = `Address ${path}`
  if (pendingRoutes.includes(path)) return { rule }
  return { rule, proof: ['test/spec-routes.db.test.ts', `${path} is answered`] }
})

export const chromeAndGuards: Rule[] = [
  ...addresses,
  {
    rule: 'Redirects: /landinger/contact, about, reviews, product, product-2, product-3, home-2 and home-3',
    proof: ['src/server/site/addresses/addresses.db.test.ts', 'former /landinger URLs redirect permanently'],
  },
  {
    rule: 'Any other path shows a not-found page',
    proof: ['src/server/site/site.db.test.ts', 'an unknown URL responds with 404 and a page with links'],
  },
  { rule: 'Lazy pages show a Loading fallback', proof: [guarded, onTheWay] },
  {
    rule: '/auth: sign-in page, also the landing after a password-reset link',
    proof: [
      'e2e/a-business-opens.spec.ts',
      'spec §2, §4: a password reset is requested, and the mailed link requires a new password, which cannot be skipped',
    ],
  },
  { rule: '/auth?mode=signup opens sign-up', proof: [guarded, 'a sign-up shows that a confirmation mail was sent'] },
  { rule: '/auth/google/callback shows loading, then success or error', proof: [calendar, allOfCallback] },
  { rule: 'After 2 s (success) it goes to /crm/settings?tab=integrations', proof: [calendar, allOfCallback] },
  { rule: 'After 3 s (error) it goes to /crm/settings?tab=integrations', proof: [calendar, allOfCallback] },
  {
    rule: '/crm is the landing after sign-up confirmation',
    proof: [
      'src/client/session.test.ts',
      'the link in a sign-up mail redirects to /crm, the link in a password reset mail to /auth',
    ],
  },
  {
    rule: '/crm is the landing after Google sign-in',
    proof: [
      'e2e/a-second-factor.spec.ts',
      'a Google sign-in also requires the code, and continues to the requested page',
    ],
  },
  {
    rule: '/dashboard redirects to /crm',
    proof: [
      'src/server/site/site.db.test.ts',
      'the app shell contains the anon key and the sign-in providers, and the old dashboard URL redirects to it',
    ],
  },
  { rule: '/crm/* is the CRM app; an unknown address says so inside its frame', proof: [guarded, onTheWay] },
  {
    rule: '/crm/payment/{contactId}, /crm/seo-manager and /admin/component-templates sit behind an auth guard',
    proof: [guarded, everyStaffPage],
  },
  {
    rule: '/admin/webinars and /admin/webinar-templates: admin pages',
    proof: [guarded, 'admin pages are denied to non-admins, and unknown ones show a 404 inside the frame'],
  },
  { rule: '/client-login: client sign-in', proof: [portal, clientsDoor] },
  { rule: '/client-portal: behind a client guard', proof: [portal, clientsDoor] },

  {
    rule: "Auth guard: while the session loads a loading indicator with the Hebrew text for 'verifying permissions'",
    proof: [guarded, onTheWay],
  },
  {
    rule: 'While the session loads nothing else is shown',
    proof: [guard, 'the guard waits while the session loads'],
  },
  {
    rule: "With no signed-in user it redirects to /auth and passes the requested path as 'from'",
    proof: [guard, 'a visitor is redirected to sign-in, and the requested path is remembered'],
  },
  {
    rule: 'Otherwise it shows the content',
    proof: [guarded, 'a visitor is redirected to sign in, and afterwards back to the requested page'],
  },
  {
    rule: 'The indicator has sizes sm, md, lg (16, 20, 24 px)',
    proof: [portal, 'the spinner is 16, 20 or 24 pixels wide and announces loading'],
  },
  {
    rule: "Its default text is the Hebrew word for 'loading'",
    proof: [portal, 'the spinner is 16, 20 or 24 pixels wide and announces loading'],
  },
  { rule: "Client guard: shows 'אימות הרשאות לקוח...' while checking", proof: [portal, clientsDoor] },
  {
    rule: 'With no user it redirects to /client-login and remembers the origin path',
    proof: [
      'src/web/portal/client-guard.test.ts',
      'signed out: redirected to sign in, and the requested path is remembered',
    ],
  },
  {
    rule: 'A user who is not a client is also sent to /client-login',
    proof: [portal, 'a staff member who is not a client sees a message at the portal sign-in, with a link to the CRM'],
  },
  {
    rule: 'A client is shown the content',
    proof: ['src/web/portal/client-guard.test.ts', 'a client'],
  },

  {
    rule: 'Public header: logo (business logo if set, else default)',
    proof: [chrome, 'the header shows the logo of the business once one is uploaded'],
  },
  {
    rule: 'Nav (home, about, blog, contact), a personal-area link, mobile menu',
    proof: [chrome, 'the header of %s has the logo, four navigation links, the personal area and a menu'],
  },
  {
    rule: 'The personal-area link leads to the external app login',
    proof: [
      chrome,
      'the personal-area link points to the portal, or to the external app of the business if one is set',
    ],
  },
  {
    rule: 'Footer: page links, address, phone, email, social links, legal links',
    proof: [chrome, 'the footer has the pages, address, phone, mail, social and legal links'],
  },
  {
    rule: 'Legal pages show company name, company number and contact',
    proof: [pages, 'the legal pages show dates, retention periods and the responsible person'],
  },
  {
    rule: 'The privacy policy is dated September 2025, the terms January 2024',
    proof: [pages, 'the legal pages show dates, retention periods and the responsible person'],
  },
  {
    rule: 'Cookie-consent banner',
    proof: ['e2e/the-cookie-banner.spec.ts', '"${button}" hides the banner, also on the next page'],
  },
  {
    rule: "A floating round button at bottom-left, labelled 'אפשרויות נגישות'",
    proof: [widget, 'on a desktop the sheet is on the left and at most 420 pixels wide'],
  },
  {
    rule: "A left side sheet titled 'תוסף נגישות' (max width 420 px)",
    proof: [widget, 'on a desktop the sheet is on the left and at most 420 pixels wide'],
  },
  { rule: '90% of viewport', proof: [widget, allInWidget] },
  { rule: "Text size: 'הקטן טקסט', a percentage display, 'הגדל טקסט'", proof: [widget, allInWidget] },
  { rule: "Contrast 'ניגודיות': normal 'רגיל', high 'גבוה', invert 'היפוך'", proof: [widget, allInWidget] },
  {
    rule: "Toggles: 'הדגשת קישורים', 'הגדלת אזורי לחיצה', 'עצירת אנימציות', 'פוקוס מודגש'",
    proof: [widget, allInWidget],
  },
  {
    rule: "Virtual screen reader 'קורא מסך וירטואלי': 'לקרוא', 'השהה'/'המשך', 'עצור'",
    proof: [widget, 'the page is read aloud in Hebrew, paused, continued and stopped'],
  },
  {
    rule: 'A reader that was stopped is not disturbed by what its voice says late',
    proof: [reader, 'a late event of a cancelled utterance does not affect the next reading'],
  },
]
