// unlock-form: exchanges the correct password for an access token. No transaction is open while the password is verified.
import { verifyPassword } from '#kernel/auth/passwords/passwords.ts'
import { Refusal } from '#kernel/errors.ts'
import { defineEndpoint } from '#kernel/functions/functions.ts'
import { parseBody } from '#kernel/functions/parse-body.ts'
import { refusals } from '../form-texts.ts'
import { FormUnlocked, UnlockForm } from '../forms.ts'
import { loadForm } from '../load-form.server.ts'
import { accessKeyOf } from './form-access.server.ts'
import { createPasswordAttempts, isKnownNetwork, networkOf, rememberNetwork } from './password-attempts.server.ts'

export const unlockForm = () => {
  const tries = createPasswordAttempts()
  return defineEndpoint({
    name: 'unlock-form',
    caller: 'anyone',
    as: 'service', // visitors cannot read the form tables
    methods: ['POST'],
    bodyLimit: 4096,
    refusals,
    async fetch(request, { transaction, ip }) {
      const { formId, password } = await parseBody(request, UnlockForm)
      const network = networkOf(ip)
      const { id, hash, isKnown } = await transaction(async (db) => {
        const form = await loadForm(db, formId)
        return { id: form.id, hash: form.password_hash, isKnown: await isKnownNetwork(db, form.id, network) }
      })
      if (hash === null) return Response.json(FormUnlocked.parse({ access: null }))
      const revertTry = tries.begin(id, network, isKnown)
      if (!(await verifyPassword(hash, password)))
        throw new Refusal('form_password_wrong', 422, refusals.form_password_wrong, {
          password: refusals.form_password_wrong,
        })
      revertTry()
      await transaction((db) => rememberNetwork(db, id, network))
      return Response.json(FormUnlocked.parse({ access: accessKeyOf(id, hash) }))
    },
  })
}
