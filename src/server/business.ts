// Initial data of the installation: demo, a real business, or none yet.
import { defaultPages } from '#platform/pages/content/default-pages.ts'
import { demoAbout } from '#platform/pages/content/demo-about.ts'
import { demoOfferPages } from '#platform/pages/content/demo-offers.ts'
import { seedDefaultPages } from '#platform/pages/default-content.server.ts'
import { pagesOfGuides } from '#features/lead-magnets/guides/seed-guides.server.ts'
import { seedQuiz } from '#features/quiz/seed-quiz.server.ts'
import { issueOwnerInvitation } from '#platform/accounts/owner-invitation.server.ts'
import { type Connect, openPool } from '#kernel/postgres/connection.ts'
import { StartupError } from '#lib/startup-error.ts'
import type { Config } from './config.ts'
import type { SealFor } from '#platform/sealing/sealing.server.ts'
import { seedSeries } from './seed-series.ts'
import { asOwner, type DemoLogin, hasDemo, seedDemo, removeDemo } from './demo.ts'

type DataSettings = Pick<Config, 'demo' | 'isLocal' | 'siteUrl' | 'dataFolder' | 'databaseUrl'>

/** Seeds or removes the demo as configured. Returns lines for the operator's terminal. */
export async function prepareBusiness(
  { demo, isLocal, siteUrl, dataFolder: dataDir, databaseUrl }: DataSettings,
  { connect, sealFor }: { connect: Connect; sealFor: SealFor },
): Promise<string[]> {
  if (demo === 'remove') await removeDemo({ connect, dataDir })
  const logins =
    demo === 'plant' ? await seedDemo({ connect, dataDir, sealFor, isShared: databaseUrl !== undefined }) : undefined
  await seedSite(connect)
  if (logins) return table(logins)
  if (!isLocal && (await hasDemo({ connect })))
    throw new StartupError(
      `SITE_URL (${siteUrl}) is public, and the demo business with its logins is still in here. Take it out with one start: DEMO=remove npm start`,
    )
  if (demo === 'plant' && (await hasDemo({ connect })))
    return ['The logins of the demo are in demo-logins.json, in the DATA_DIR of the process that created it.', '']
  return inviteOwner(siteUrl, connect)
}

const demoPages = [...defaultPages.map((page) => (page.path === demoAbout.path ? demoAbout : page)), ...demoOfferPages]

/** Seeds the default pages: published in a demo, drafts for a real business. */
export const seedSite = (connect: Connect): Promise<void> =>
  asOwner(connect, async (db) => {
    const { isDemo } = await db.one<{ isDemo: boolean }>(
      'select exists (select from user_roles where is_demo) as "isDemo"',
    )
    await seedQuiz(db)
    await seedSeries(db)
    const guides = await pagesOfGuides(db)
    await seedDefaultPages(db, { isDemo, pages: [...(isDemo ? demoPages : defaultPages), ...guides] })
  })

/** Without an owner, the operator gets a URL to create the owner's account. */
async function inviteOwner(siteUrl: string, connect: Connect) {
  const pool = openPool(connect('supabase_auth_admin'), 1)
  try {
    const key = await issueOwnerInvitation(pool)
    if (!key) return []
    return [
      'This business has no owner yet. Make the account here, once, within 7 days (every start prints a new address):',
      `  ${siteUrl}/setup?key=${key}`,
      '',
    ]
  } finally {
    await pool.end()
  }
}

function table(logins: DemoLogin[]) {
  const [role, email] = [
    longestLength(logins.map((login) => login.role)),
    longestLength(logins.map((login) => login.email)),
  ]
  const rows = logins.map((login) => `  ${login.role.padEnd(role)}  ${login.email.padEnd(email)}  ${login.password}`)
  return ['Demo logins (role, e-mail, password):', ...rows, '']
}

const longestLength = (texts: string[]) => Math.max(...texts.map((word) => word.length))
