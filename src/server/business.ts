// Whose data is in here: the demo's, a real business's, or nobody's yet.
import type { Connect } from '#kernel/postgres/connection.ts'
import { CannotStart } from '#lib/cannot-start.ts'
import type { Config } from './config.ts'
import { type DemoLogin, hasDemo, plantDemo, removeDemo } from './demo.ts'

/** Plants or takes out the demo as the settings say, and answers what the person at the terminal has to know. */
export async function prepareBusiness(
  { demo, isLocal, siteUrl, dataFolder: dataDir }: Pick<Config, 'demo' | 'isLocal' | 'siteUrl' | 'dataFolder'>,
  connect: Connect,
): Promise<string[]> {
  if (demo === 'remove') await removeDemo({ connect, dataDir })
  if (demo === 'plant') return table(await plantDemo({ connect, dataDir }))
  if (!isLocal && (await hasDemo({ connect })))
    throw new CannotStart(
      `SITE_URL (${siteUrl}) is public, and the demo business with its logins is still in here. Take it out with one start: DEMO=remove npm start`,
    )
  return []
}

function table(logins: DemoLogin[] | undefined) {
  if (!logins) return []
  const [role, email] = [longest(logins.map((login) => login.role)), longest(logins.map((login) => login.email))]
  const rows = logins.map((login) => `  ${login.role.padEnd(role)}  ${login.email.padEnd(email)}  ${login.password}`)
  return ['Demo logins (role, e-mail, password):', ...rows, '']
}

const longest = (words: string[]) => Math.max(...words.map((word) => word.length))
