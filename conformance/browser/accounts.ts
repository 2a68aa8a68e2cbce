// Test accounts and their mails.
import pg from 'pg'
import { inject } from 'vitest'
import { service } from '../clients.ts'

export const password = 'a good password'

export type Account = { id: string; email: string }

/** Creates a confirmed account. */
export async function newUser(): Promise<Account> {
  const email = newAddress()
  const { data, error } = await service().auth.admin.createUser({ email, password, email_confirm: true })
  if (error) throw error
  return { id: data.user.id, email }
}

/** An address that has no account. */
export const newAddress = () => `${crypto.randomUUID()}@example.com`

/** Link and code of the newest mail to an address. */
export async function newestMail(email: string) {
  const [mail] = await queryDatabase<{ text: string }>(
    'select text from mail.outbox where to_address = $1 order by created_at desc, id limit 1',
    [email],
  )
  if (!mail) throw new Error(`No mail to ${email}`)
  return { link: /https?:\S+/.exec(mail.text)![0], code: /\b\d{6}\b/.exec(mail.text)?.[0] }
}

/** Queries the database as superuser. */
export async function queryDatabase<Row extends pg.QueryResultRow>(text: string, values: unknown[]) {
  const database = new pg.Client(inject('server').databaseUrl)
  await database.connect()
  try {
    return (await database.query<Row>(text, values)).rows
  } finally {
    await database.end()
  }
}
