// People who have an account, and the mail that reaches them.
import pg from 'pg'
import { inject } from 'vitest'
import { service } from '../clients.ts'

export const password = 'a good password'

export type Person = { id: string; email: string }

/** Somebody with a confirmed account. */
export async function somebody(): Promise<Person> {
  const email = nobody()
  const { data, error } = await service().auth.admin.createUser({ email, password, email_confirm: true })
  if (error) throw error
  return { id: data.user.id, email }
}

/** An address that has no account. */
export const nobody = () => `${crypto.randomUUID()}@example.com`

/** What the newest mail to an address carries: a link to open and a code to type. */
export async function newestMail(email: string) {
  const [mail] = await lookBehind<{ text: string }>(
    'select text from mail.outbox where to_address = $1 order by created_at desc, id limit 1',
    [email],
  )
  if (!mail) throw new Error(`No mail to ${email}`)
  return { link: /https?:\S+/.exec(mail.text)![0], code: /\b\d{6}\b/.exec(mail.text)?.[0] }
}

/** Reads and changes what no client may. */
export async function lookBehind<Row extends pg.QueryResultRow>(text: string, values: unknown[]) {
  const database = new pg.Client(inject('server').databaseUrl)
  await database.connect()
  try {
    return (await database.query<Row>(text, values)).rows
  } finally {
    await database.end()
  }
}
