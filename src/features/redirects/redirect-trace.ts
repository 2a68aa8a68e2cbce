// Contract of the redirect tester, which traces a URL of the site hop by hop.
import { z } from '#lib/schema.ts'
import { withinSite } from './redirects.ts'

/** Maximum number of hops. Browsers give up after about twenty. */
export const maxHops = 10

/** The cause of a hop: a stored redirect, URL normalization, or a moved page. */
const Rule = z.enum(['redirect', 'spelling', 'moved'])

export const TraceRedirect = z.object({ address: z.string().trim().min(1).max(2000) })

export const RedirectTrace = z.object({
  steps: z.array(z.object({ from: z.string(), to: z.string(), code: z.int(), rule: Rule })),
  end: z.object({
    kind: z.enum(['page', 'missing', 'failed', 'elsewhere', 'loop', 'too_long']),
    address: z.string(),
  }),
})
export type RedirectTrace = z.infer<typeof RedirectTrace>

/** The entered URL as a path of the site with its query; undefined for another site's URL. */
export function addressToTest(typed: string, origin: string): string | undefined {
  const address = withinSite(typed.trim(), origin).replace(/#.*$/s, '')
  if (/^([a-z][a-z\d+.-]*:|\/\/)/i.test(address)) return undefined
  const path = address.startsWith('/') ? address : `/${address}`
  return /[\s\\]/.test(path) ? undefined : path
}

export const traceTexts = {
  rules: {
    redirect: 'הפניה מהרשימה',
    spelling: 'אותה כתובת בכתיב אחר',
    moved: 'עמוד שעבר כתובת',
  },
  ends: {
    page: 'כאן עומד עמוד',
    missing: 'אין כאן עמוד, ואין הפניה: המבקרים רואים ״לא נמצא״',
    failed: 'הכתובת לא נפתחת למבקרים',
    elsewhere: 'ממשיכים לאתר אחר',
    loop: 'ההפניות סוגרות מעגל, ולכן הן אינן פועלות',
    too_long: `יותר מ־${maxHops} מעברים: הדפדפן יפסיק באמצע`,
  },
  chain: 'המבקרים עוברים כאן כמה פעמים. כדאי להפנות ישר לכתובת האחרונה.',
} as const

export const traceRefusals = {
  not_of_site: 'אפשר לבדוק רק כתובת של האתר, למשל ‎/old-page',
} as const
