// set-form-password: stores the hash of a password that the owner chose, or removes it.
import { hashPassword } from '#kernel/auth/passwords/passwords.ts'
import { Refusal } from '#kernel/errors.ts'
import { defineFunction } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { z } from '#lib/schema.ts'
import { refusals } from '../form-texts.ts'
import { SetFormPassword } from '../forms.ts'

export const setFormPassword = defineFunction({
  name: 'set-form-password',
  caller: async (db: Db) => (await db.one<{ may: boolean }>(`select has_role('owner', 'admin') as may`)).may,
  as: 'service', // only the server writes hashes
  refusals,
  input: SetFormPassword,
  output: z.object({}),
  async run({ input: { id, password }, db }) {
    const [form] = await db.query('select from forms where id = $1 and deleted_at is null', [id])
    if (!form) throw new Refusal('form_not_found', 404, refusals.form_not_found)
    if (password === null) await db.query('delete from form_passwords where form_id = $1', [id])
    else
      await db.query(
        `insert into form_passwords (form_id, password_hash) values ($1, $2)
         on conflict (form_id) do update set password_hash = excluded.password_hash, changed_at = now()`,
        [id, await hashPassword(password)],
      )
    return {}
  },
})
