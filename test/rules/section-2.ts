// Section 2: screens and routes, guards, shared chrome.
import type { Rule } from './rule.ts'

const guard = 'src/web/auth/auth-guard.test.ts'
const guarded = 'e2e/the-guard.spec.ts'
const portal = 'e2e/a-client-opens-the-portal.spec.ts'
const calendar = 'e2e/a-calendar-is-connected.spec.ts'
const widget = 'e2e/the-accessibility-widget.spec.ts'
const chrome = 'src/server/site/pages/chrome.db.test.ts'
const pages = 'test/public-pages.db.test.ts'
const reader = 'src/features/accessibility/reader.test.ts'

const allInWidget = 'a visitor makes the site readable by keyboard alone, and finds it so on the next page'
const allOfCallback =
  'spec §2, §5, §8: each failure is told in its own words, and the settings are there after 3 s; after 2 s of a success'
const clientsDoor = 'a client is led to their own door, and through it back to where they wanted to go'
const everyStaffPage = 'spec §2: every page of the staff is behind the guard, also those that are still to come'
const onTheWay = 'spec §2: while a page is on its way something says so, and who is verified is told what they wait for'

export const chromeAndGuards: Rule[] = [
  {
    rule: 'Public routes, authentication, protected routes',
    proof: [
      'test/routes.test.ts',
      'every address of the specification is in the sitemap or in the list of those to come',
    ],
  },
  {
    rule: 'Redirects: /landinger/contact, about, reviews, product, product-2, product-3, home-2 and home-3',
    proof: [
      'test/routes.test.ts',
      'every address of the specification is in the sitemap or in the list of those to come',
    ],
  },
  {
    rule: 'Any other path shows a not-found page',
    proof: ['src/server/site/site.db.test.ts', 'an address that leads nowhere is answered 404 with a way on'],
  },
  { rule: 'Lazy pages show a Loading fallback', proof: [guarded, onTheWay] },
  {
    rule: '/auth: sign-in page, also the landing after a password-reset link',
    proof: [
      'e2e/a-business-opens.spec.ts',
      'spec §2, §4: a forgotten password is asked for, and the mailed link leads to a new one and nowhere past it',
    ],
  },
  { rule: '/auth?mode=signup opens sign-up', proof: [guarded, 'signing up says that a mail is on its way'] },
  { rule: '/auth/google/callback shows loading, then success or error', proof: [calendar, allOfCallback] },
  { rule: 'After 2 s (success) it goes to /crm/settings?tab=integrations', proof: [calendar, allOfCallback] },
  { rule: 'After 3 s (error) it goes to /crm/settings?tab=integrations', proof: [calendar, allOfCallback] },
  {
    rule: '/crm is the landing after sign-up confirmation',
    proof: [
      'src/kernel/auth/client.db.test.ts',
      'sign up, confirm, sign in, refresh, change, forget, recover, sign out',
    ],
  },
  {
    rule: '/crm is the landing after Google sign-in',
    proof: [
      'e2e/a-second-factor.spec.ts',
      'coming by Google, too, the code is asked for, and afterwards the way goes on',
    ],
  },
  {
    rule: '/dashboard redirects to /crm',
    proof: [
      'src/server/site/site.db.test.ts',
      'the signed-in app is one page that carries the public key, and the old dashboard leads to it',
    ],
  },
  { rule: '/crm/* is the CRM app; an unknown address says so inside its frame', proof: [guarded, onTheWay] },
  {
    rule: '/crm/payment/{contactId}, /crm/seo-manager and /admin/component-templates sit behind an auth guard',
    proof: [guarded, everyStaffPage],
  },
  {
    rule: '/admin/webinars and /admin/webinar-templates: admin pages',
    proof: [
      guarded,
      'the pages of administration are closed to whoever does not administer, and unknown ones say so inside the frame',
    ],
  },
  { rule: '/client-login: client sign-in', proof: [portal, clientsDoor] },
  { rule: '/client-portal: behind a client guard', proof: [portal, clientsDoor] },

  {
    rule: "Auth guard: while the session loads a loading indicator with the Hebrew text for 'verifying permissions'",
    proof: [guarded, onTheWay],
  },
  {
    rule: 'While the session loads nothing else is shown',
    proof: [guard, 'while the session loads the guard waits, whoever it may be'],
  },
  {
    rule: "With no signed-in user it redirects to /auth and passes the requested path as 'from'",
    proof: [guard, 'a stranger is sent to sign in, and the whole requested path is remembered'],
  },
  {
    rule: 'Otherwise it shows the content',
    proof: [guarded, 'whoever is not signed in is sent to sign in, and afterwards back to where they wanted to go'],
  },
  {
    rule: 'The indicator has sizes sm, md, lg (16, 20, 24 px)',
    proof: [portal, 'the indicator is 16, 20 or 24 pixels wide, and says that something is loading'],
  },
  {
    rule: "Its default text is the Hebrew word for 'loading'",
    proof: [portal, 'the indicator is 16, 20 or 24 pixels wide, and says that something is loading'],
  },
  { rule: "Client guard: shows 'אימות הרשאות לקוח...' while checking", proof: [portal, clientsDoor] },
  {
    rule: 'With no user it redirects to /client-login and remembers the origin path',
    proof: ['src/web/portal/client-guard.test.ts', 'nobody is signed in: to the sign-in, and the origin is remembered'],
  },
  {
    rule: 'A user who is not a client is also sent to /client-login',
    proof: [
      portal,
      'whoever works here and is no client is told so at the clients’ door, with the way to their own house',
    ],
  },
  {
    rule: 'A client is shown the content',
    proof: ['src/web/portal/client-guard.test.ts', 'a client'],
  },

  {
    rule: 'Public header: logo (business logo if set, else default)',
    proof: [chrome, 'the logo is the business’s as soon as it has one'],
  },
  {
    rule: 'Nav (home, about, blog, contact), a personal-area link, mobile menu',
    proof: [chrome, 'the header of %s has the logo, four places, the personal area and a menu'],
  },
  {
    rule: 'Footer: page links, address, phone, email, social links, legal links',
    proof: [chrome, 'the footer has the pages, address, phone, mail, social and legal links'],
  },
  {
    rule: 'Legal pages show company name, company number and contact',
    proof: [pages, 'the legal pages carry their dates, what is kept for how long, and who stands behind them'],
  },
  {
    rule: 'The privacy policy is dated September 2025, the terms January 2024',
    proof: [pages, 'the legal pages carry their dates, what is kept for how long, and who stands behind them'],
  },
  {
    rule: 'Cookie-consent banner',
    proof: ['e2e/the-cookie-banner.spec.ts', '"${button}" hides the banner and is remembered on the next page'],
  },
  {
    rule: "A floating round button at bottom-left, labelled 'אפשרויות נגישות'",
    proof: [widget, 'on a desk the sheet stands at the left and is no wider than 420 pixels'],
  },
  {
    rule: "A left side sheet titled 'תוסף נגישות' (max width 420 px)",
    proof: [widget, 'on a desk the sheet stands at the left and is no wider than 420 pixels'],
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
